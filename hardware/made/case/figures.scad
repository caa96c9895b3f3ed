// Written by hardware/making/figures.py. Millimetres.
pitch = 21.7;
hole = 14.5;
hollow = 4.618;
piece = 16.0;
magnet = [4.0, 2.0];
floor_left = 1.5;
pocket = 5.0;
reed = [10.16, 1.8];
yard_across = 41.16;
yard_rim = 54.88;
yard_places = [[-9.88, -9.88], [9.88, -9.88], [-9.88, 9.88], [9.88, 9.88]];
carrier = [90.0, 70.0];
carrier_screws = [[14.0, 65.5], [86.0, 4.0], [86.0, 62.0], [29.0, 4.0]];
quarter = [100.0, 66.0];
quarter_screws = [[4.0, 33.0], [96.0, 33.0], [4.0, 62.0], [96.0, 62.0]];
pico_usb_x = 44.89;
keys = 5;
