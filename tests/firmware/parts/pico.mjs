// MicroPython itself, as it is flashed, on a simulated RP2040 (npm package rp2040js): node pico.mjs BOOTROM UF2 < program.
// The program is handed to the raw REPL over the simulated USB; what it prints goes to standard output.
import { createRequire } from 'module';
import fs from 'fs';

const require = createRequire(process.cwd() + '/');
let rp2040js;
try { rp2040js = require('rp2040js'); } catch { process.exit(77); }
const { ConsoleLogger, LogLevel, Simulator, USBCDC } = rp2040js;
const [rom, image] = process.argv.slice(2).map((path) => fs.readFileSync(path));
const program = fs.readFileSync(0);

const simulator = new Simulator(), chip = simulator.rp2040;
chip.logger = new ConsoleLogger(LogLevel.Error, false); // its warnings would go among the output
chip.loadBootrom(new Uint32Array(rom.buffer, rom.byteOffset, rom.length / 4));
for (let at = 0; at < image.length; at += 512) { // UF2: blocks of 512 bytes, each with its address
  if (image.readUInt32LE(at) !== 0x0a324655) { process.stderr.write('not a UF2 file\n'); process.exit(2); }
  const address = image.readUInt32LE(at + 12), size = image.readUInt32LE(at + 16);
  chip.flash.set(image.subarray(at + 32, at + 32 + size), address - 0x10000000);
}

const cdc = new USBCDC(chip.usbCtrl);
const waiting = [];
setInterval(() => { for (let i = 0; i < 64 && waiting.length && !cdc.txFIFO.full; i++) cdc.sendSerialByte(waiting.shift()); }, 1);
let heard = Buffer.alloc(0), step = 0;
cdc.onDeviceConnected = () => waiting.push(13);
cdc.onSerialData = (bytes) => {
  heard = Buffer.concat([heard, Buffer.from(bytes)]);
  if (step === 0 && heard.includes('>>> ')) { step = 1; heard = Buffer.alloc(0); waiting.push(1); }
  if (step === 1 && heard.includes('raw REPL') && heard.at(-1) === 62) { step = 2; heard = Buffer.alloc(0); waiting.push(...program, 4); }
  if (step === 2 && heard.filter((byte) => byte === 4).length >= 2) {
    const [output, error] = heard.toString('latin1').replace(/^OK/, '').split('\x04');
    process.stdout.write(output);
    process.stderr.write(error);
    process.exit(error ? 1 : 0);
  }
};
chip.core.PC = 0x10000000;
simulator.execute();
