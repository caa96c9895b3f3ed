// A simulated RP2040 (npm package rp2040js) with MicroPython in its flash, as a Pico has it. `execute(text)` runs a
// program at the raw REPL over the simulated USB; `listen(hear)` takes over what comes afterwards, with its time.
import { createRequire } from 'module';
import fs from 'fs';

const require = createRequire(process.cwd() + '/');
let rp2040js;
try { rp2040js = require('rp2040js'); } catch { process.exit(77); }
const { ConsoleLogger, LogLevel, Simulator, USBCDC } = rp2040js;

const FLASH = 0x10000000, BLOCK = 512, MAGIC = 0x0a324655;
const ENTER = 13, RAW = 1, END = 4;

function refuse(text) { process.stderr.write(text + '\n'); process.exit(2); }

function load(chip, image) { // UF2: blocks of 512 bytes, each with its address
  if (!image.length || image.length % BLOCK) refuse('the UF2 file is cut short');
  for (let at = 0; at < image.length; at += BLOCK) {
    if (image.readUInt32LE(at) !== MAGIC) refuse('not a UF2 file');
    if (image.readUInt32LE(at + 24) * BLOCK !== image.length) refuse('the UF2 file is cut short');
    const address = image.readUInt32LE(at + 12), size = image.readUInt32LE(at + 16);
    chip.flash.set(image.subarray(at + 32, at + 32 + size), address - FLASH);
  }
}

export class Pico {
  constructor(romPath, imagePath) {
    const rom = fs.readFileSync(romPath), simulator = new Simulator();
    this.chip = simulator.rp2040;
    this.chip.logger = new ConsoleLogger(LogLevel.Error, false); // its warnings would go among the output
    this.chip.loadBootrom(new Uint32Array(rom.buffer, rom.byteOffset, rom.length / 4));
    load(this.chip, fs.readFileSync(imagePath));
    this.waiting = [];
    this.heard = Buffer.alloc(0);
    this.ready = () => false;
    const cdc = new USBCDC(this.chip.usbCtrl);
    setInterval(() => { for (let i = 0; i < 64 && this.waiting.length && !cdc.txFIFO.full; i++) cdc.sendSerialByte(this.waiting.shift()); }, 1);
    cdc.onSerialData = (bytes) => this.hear(bytes);
    this.connected = new Promise((done) => { cdc.onDeviceConnected = done; });
    this.chip.core.PC = FLASH;
    simulator.execute();
  }

  get us() { return this.chip.clock.nanos / 1000; }

  hear(bytes) {
    this.heard = Buffer.concat([this.heard, Buffer.from(bytes)]);
    if (!this.ready(this.heard)) return;
    const heard = this.heard;
    this.heard = Buffer.alloc(0);
    this.ready = () => false;
    this.done(heard.toString('latin1'));
  }

  until(ready, ...bytes) {
    this.waiting.push(...bytes);
    this.ready = ready;
    return new Promise((done) => { this.done = done; });
  }

  async rawMode() {
    await this.connected;
    await this.until((heard) => heard.includes('>>> '), ENTER);
    await this.until((heard) => heard.includes('raw REPL') && heard.at(-1) === 62, RAW);
  }

  async execute(text) { // its output; what went wrong ends this program
    const heard = await this.until((heard) => heard.filter((byte) => byte === END).length >= 2 && heard.at(-1) === 62, ...Buffer.from(text), END);
    const [output, error] = heard.replace(/^OK/, '').split('\x04');
    if (error) { process.stderr.write(error); process.exit(1); }
    return output;
  }

  start(text, hear) { // a program that has no end
    this.hear = (bytes) => hear(this.us, Buffer.from(bytes).toString('latin1'));
    this.waiting.push(...Buffer.from(text), END);
  }
}
