# MicroPython's module `machine` for a Pico that is not there: every call goes to the simulated parts of parts.mjs.
# Only whole numbers cross, so that nothing here allocates memory while a program runs.
import parts

_mode, _write, _read = parts.pin_mode, parts.pin_write, parts.pin_read
_spi_open, _spi_byte, _adc = parts.spi_open, parts.spi_byte, parts.adc_read
_i2c_open, _i2c_start, _i2c_put, _i2c_get, _i2c_stop = (
    parts.i2c_open, parts.i2c_start, parts.i2c_put, parts.i2c_get, parts.i2c_stop)
_light_start, _light_byte, _light_end = parts.light_start, parts.light_byte, parts.light_end
_watch, _feed = parts.watchdog, parts.feed


class Pin:
    IN, OUT = 0, 1
    PULL_UP, PULL_DOWN = 1, 2

    def __init__(self, id, mode=-1, pull=0, value=-1):
        self.id = id
        _mode(id, mode, pull)
        if value >= 0:
            _write(id, value)

    def __call__(self, value=-1):
        if value < 0:
            return _read(self.id)
        _write(self.id, value)
        return None


class SPI:
    def __init__(self, id, baudrate=1000000, polarity=0, phase=0, sck=None, mosi=None, miso=None):
        self.id = id
        _spi_open(id, baudrate, polarity, phase, sck.id, -1 if mosi is None else mosi.id, miso.id)

    def readinto(self, buffer, write=0):
        for at in range(len(buffer)):
            buffer[at] = _spi_byte(self.id, write)

    def write(self, data):
        for at in range(len(data)):
            _spi_byte(self.id, data[at])


class I2C:
    def __init__(self, id, scl=None, sda=None, freq=400000):
        self.id = id
        _i2c_open(id, scl.id, sda.id, freq)

    def writeto(self, address, data):
        if not _i2c_start(self.id, address << 1):
            raise OSError(5)
        for at in range(len(data)):
            _i2c_put(self.id, data[at])
        _i2c_stop(self.id)

    def readfrom_into(self, address, buffer):
        if not _i2c_start(self.id, address << 1 | 1):
            raise OSError(5)
        for at in range(len(buffer)):
            buffer[at] = _i2c_get(self.id)
        _i2c_stop(self.id)


class ADC:
    def __init__(self, pin):
        self.pin = pin

    def read_u16(self):
        return _adc(self.pin)


class WDT:
    def __init__(self, timeout):
        _watch(timeout)

    def feed(self):
        _feed()


def bitstream(pin, encoding, timing, data):
    _light_start(pin.id, timing[0], timing[2])
    for at in range(len(data)):
        _light_byte(data[at])
    _light_end()


def unique_id():
    return b"\xe6\x60\x58\x38\x83\x12\x7b\x2c"
