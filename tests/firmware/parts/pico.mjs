// MicroPython itself, as it is flashed, on a simulated RP2040: node pico.mjs BOOTROM UF2 < program.
// What the program prints goes to standard output.
import fs from 'fs';
import { Pico } from './pico_chip.mjs';

const pico = new Pico(...process.argv.slice(2));
await pico.rawMode();
process.stdout.write(await pico.execute(fs.readFileSync(0, 'utf8')));
process.exit(0);
