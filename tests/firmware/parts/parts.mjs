// The parts of a sensing board, simulated from their datasheets: reed contacts that bounce, 74HC165 shift registers,
// PN532 readers, Hall sensors behind 74HC4067 multiplexers, WS2812 lights, buttons, the watchdog. They know nothing of
// the firmware; it reaches them through the pins of the RP2040 alone, and every access costs time.
const MIRROR = Array.from({ length: 256 }, (_, v) => { let m = 0; for (let b = 0; b < 8; b++) m |= ((v >> b) & 1) << (7 - b); return m; });

export class Reset extends Error {}

// A small generator, so that bounces are the same each time. Source: Numerical Recipes, LCG.
class Lot {
  constructor(seed) { this.state = seed >>> 0; }
  next(most) { this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0; return Math.floor(this.state / 4294967296 * most); }
}

// 74HC165. While load is low the inputs are copied; a rising clock edge moves all bits one up; QH is the highest bit.
class ShiftRegister {
  constructor() { this.inputs = 0xff; this.bits = 0xff; }
  load() { this.bits = this.inputs; }
  get qh() { return this.bits >> 7; }
  shift(serial) { this.bits = ((this.bits << 1) | serial) & 0xff; }
}

// Registers in a row: data <- QH of 0, SER of 0 <- QH of 1, ... SER of the last is held low; so is SER at a cut.
class Chain {
  constructor(count) { this.registers = Array.from({ length: count }, () => new ShiftRegister()); this.loading = false; this.cut = -1; }
  setLoad(level) { this.loading = !level; if (this.loading) for (const r of this.registers) r.load(); }
  get data() { if (this.loading) this.setLoad(0); return this.cut === 0 ? 1 : this.registers[0].qh; }
  rise() {
    if (this.loading) { this.setLoad(0); return; }
    for (let i = 0; i < this.registers.length; i++) {
      const last = i + 1 === this.registers.length || this.cut === i + 1;
      this.registers[i].shift(last ? 0 : this.registers[i + 1].qh);
    }
  }
  set(contact, level) {
    const bit = 128 >> (contact & 7), r = this.registers[contact >> 3];
    r.inputs = level ? r.inputs | bit : r.inputs & ~bit;
  }
}

// PN532: takes frames, acknowledges, answers. Source: UM0701-02.
class Pn532 {
  constructor(world) { this.world = world; this.tags = []; this.isThere = true; this.isSetUp = false; this.retries = 0xff; this.out = []; this.readyAt = 0; this.mishap = ''; }
  take(bytes) { // one whole frame from the host
    const at = bytes.findIndex((b, i) => b === 0xff && bytes[i - 1] === 0);
    const length = bytes[at + 1];
    if (at < 0 || ((length + bytes[at + 2]) & 255) !== 0) return;
    const body = bytes.slice(at + 3, at + 3 + length);
    if (((body.reduce((a, b) => a + b, 0) + bytes[at + 3 + length]) & 255) !== 0 || body[0] !== 0xd4) return;
    this.out = [[0, 0, 0xff, 0, 0xff, 0]];
    this.readyAt = this.world.now + 400;
    this.next = this.answer(body.slice(1));
  }
  answer([command, ...data]) {
    if (command === 0x14) { this.isSetUp = data[0] === 1; return [5e2, this.frame([0x15])]; }
    if (command === 0x32) { if (data[0] === 5) this.retries = data[3]; return [5e2, this.frame([0x33])]; }
    if (command === 0x02) return [5e2, this.frame([0x03, 0x32, 1, 6, 7])];
    if (command === 0x4a && this.isSetUp) {
      const listed = () => {
        const tags = this.tags.slice(0, data[0]);
        const body = [0x4b, tags.length];
        tags.forEach((tag, i) => { body.push(i + 1, 0x00, 0x44, tag.ats ? 0x20 : 0x00, tag.id.length, ...tag.id); if (tag.ats) body.push(tag.ats.length + 1, ...tag.ats); });
        return this.frame(body);
      };
      if (this.tags.length || this.retries !== 0xff) return [this.tags.length ? 6e3 : 5e3 * (1 + this.retries), listed];
      return [Infinity, listed];
    }
    return [5e2, () => [0, 0, 0xff, 1, 0xff, 0x7f, 0x81, 0]]; // error frame
  }
  frame(data) {
    const body = [0xd5, ...data];
    const sum = body.reduce((a, b) => a + b, 0);
    return [0, 0, 0xff, body.length, -body.length & 255, ...body, -sum & 255, 0];
  }
  get isReady() { return this.isThere && this.out.length > 0 && this.world.now >= this.readyAt; }
  give() { // the bytes of what is ready; the answer follows the acknowledgement
    const bytes = this.out.shift() ?? [];
    if (this.next) {
      const [after, answer] = this.next;
      this.next = null;
      this.readyAt = this.world.now + (this.mishap === 'mute' ? Infinity : after);
      this.out.push(typeof answer === 'function' ? answer() : answer);
      return this.mishap === 'nack' ? [0, 0, 0xff, 0xff, 0, 0] : bytes;
    }
    return this.spoilt(bytes);
  }
  spoilt(bytes) { // a bit that fell over on the line; a length that is none; a list that ends before its second card
    if (this.mishap === 'bit') bytes[bytes.length - 3] ^= 1;
    if (this.mishap === 'length') bytes[3] ^= 1;
    if (this.mishap === 'start') bytes[2] = 0;
    if (this.mishap === 'list' && bytes[6] === 0x4b) { bytes[7] += 1; bytes[bytes.length - 2] = (bytes[bytes.length - 2] - 1) & 255; }
    return bytes;
  }
}

export class World {
  constructor(pins, options) {
    Object.assign(this, { pins, seed: 1, opUs: 10, sentenceUs: 3000, bounceUs: 800, startUs: 0, baud: 0, sensors: 'reed', pace: null }, options);
    this.now = 0;
    this.lot = new Lot(this.seed);
    this.events = [];
    this.order = pins.quarters.flatMap((q) => q.registers.flatMap((r) => [...'HGFEDCBA'].map((pin) => r.inputs[pin])));
    this.chain = new Chain(this.order.length / 8);
    this.levels = new Map();
    this.hall = new Array(pins.index_order.length).fill(512);
    this.supplyMv = 5000;
    this.readers = Object.fromEntries(Object.keys(pins.nfc).map((name) => [name, new Pn532(this)]));
    for (const name of Object.keys(pins.nfc)) this.readers[name].isThere = name === 'pit';
    this.spi = {}; this.i2c = {}; this.lights = [];
    this.line = { out: [], partial: [], freeAt: 0 };
    this.input = [];
    this.taken = new Set();
    this.watch = null; this.scans = 0; this.isHung = false;
  }

  // ---- time
  at(us, action) { this.events.push([us, action]); this.events.sort((a, b) => a[0] - b[0]); }
  after(us, action) { this.at(this.now + us, action); }
  advance(us) {
    const until = this.now + us;
    while (this.events.length && this.events[0][0] <= until) { const [t, action] = this.events.shift(); this.now = Math.max(this.now, t); action(); }
    this.now = until;
    if (this.watch && this.now - this.watch.fed > this.watch.us) { this.log({ reset: 'watchdog' }); throw new Reset('watchdog'); }
    if (this.until !== undefined && this.now > this.until) throw new Reset('end');
    if (this.pace) this.pace(this);
  }
  log(what) { this.onLog?.({ t: this.now, ...what }); }

  // ---- what hands do
  magnet(place, isOn) {
    const contact = this.order.indexOf(place), index = this.pins.index_order.indexOf(place);
    if (this.sensors === 'hall') { this.hall[index] = isOn ? 512 + (typeof isOn === 'number' ? isOn : 200) : 512; return; }
    this.bounce((level) => this.chain.set(contact, level), isOn ? 0 : 1);
  }
  // A contact bounces for a while before it rests. Source: reed switch datasheets, operate time incl. bounce 0.5..1 ms.
  bounce(set, level) {
    let t = 0, now = level;
    set(level);
    while (t < this.bounceUs) {
      t += 20 + this.lot.next(180);
      now ^= 1;
      const wanted = t < this.bounceUs ? now : level;
      this.after(Math.min(t, this.bounceUs), () => set(wanted));
    }
    this.after(this.bounceUs, () => set(level));
  }
  chatter(place, everyUs, isOn) { // a loose contact
    const contact = this.order.indexOf(place);
    this.loose ??= new Map();
    this.loose.set(place, isOn);
    let level = 0;
    const flip = () => { if (!this.loose.get(place)) { this.chain.set(contact, 1); return; } level ^= 1; this.chain.set(contact, level); this.after(everyUs, flip); };
    flip();
  }
  press(name, isDown) { this.bounce((level) => this.levels.set(this.pins.buttons[name], level), isDown ? 0 : 1); }
  tag(reader, ids) { this.readers[reader].tags = ids.map((id) => (typeof id === 'string' ? { id: bytesOf(id) } : { id: bytesOf(id.id), ats: bytesOf(id.ats) })); }

  // ---- what the RP2040 does at its pins
  cost(us = this.opUs) { this.advance(us); }
  pin_write(pin, level) {
    this.cost();
    this.levels.set(pin, level ? 1 : 0);
    if (pin === this.pins.chain.load) this.chain.setLoad(level);
    for (const [name, r] of Object.entries(this.pins.nfc)) if (r.select === pin) this.spiSelect(name, level);
  }
  pin_read(pin) { this.cost(); return this.taken.has(pin) ? 0 : this.levels.get(pin) ?? 1; }
  spiByte(id, value) {
    const bus = this.spi[id];
    if (bus.miso === this.pins.chain.data && bus.sck === this.pins.chain.clock) {
      let read = 0, clock = bus.polarity;
      for (let bit = 0; bit < 8; bit++) for (let edge = 0; edge < 2; edge++) {
        clock ^= 1;
        this.advance(5e5 / bus.baud);
        if (edge === bus.phase) read = (read << 1) | this.chain.data;
        if (clock === 1) this.chain.rise();
      }
      return read;
    }
    this.advance(8e6 / bus.baud);
    return this.selected ? MIRROR[this.pnByte(MIRROR[value])] : 255;
  }
  spiSelect(name, level) {
    const chip = this.readers[name];
    if (!level) { this.selected = chip; chip.mode = -1; chip.heard = []; return; }
    if (chip.mode === 1 && chip.isThere) chip.take(chip.heard);
    this.selected = null;
  }
  pnByte(value) {
    const chip = this.selected;
    if (!chip.isThere) return 255;
    if (chip.mode === -1) { chip.mode = value; chip.saying = value === 3 && chip.isReady ? chip.give() : []; return 0; }
    if (chip.mode === 1) { chip.heard.push(value); return 0; }
    return chip.mode === 2 ? (chip.isReady ? 1 : 0) : chip.saying.shift() ?? 0;
  }
  i2cStart(id, address, isRead) {
    const bus = this.i2c[id];
    this.advance(10e6 / bus.freq);
    const found = Object.entries(this.pins.nfc).find(([, r]) => r.bus === 'i2c' && r.i2c === id && r.address === address);
    const chip = found && this.readers[found[0]];
    if (!chip || !chip.isThere) return 0;
    this.talk = { chip, isRead, heard: [], saying: null, bus, count: 0 };
    return 1;
  }
  i2cPut(value) { this.advance(9e6 / this.talk.bus.freq); this.talk.heard.push(value); }
  i2cGet() {
    const talk = this.talk;
    this.advance(9e6 / talk.bus.freq);
    if (talk.count++ === 0) { talk.isReady = talk.chip.isReady; return talk.isReady ? 1 : 0; }
    if (!talk.isReady) return 0;
    talk.saying ??= talk.chip.give();
    return talk.saying.shift() ?? 0;
  }
  i2cStop() { if (!this.talk.isRead) this.talk.chip.take(this.talk.heard); this.talk = null; }
  adc(pin) {
    this.cost();
    if (pin === 29) return Math.round(this.supplyMv / 9900 * 65535);
    const h = this.pins.hall;
    const bits = (pins) => pins.reduce((sum, p, i) => sum | ((this.levels.get(p) ?? 0) << i), 0);
    return (this.hall[bits(h.bank) * 16 + bits(h.address)] ?? 0) << 6;
  }
  // USB: a packet leaves at the next frame of 1 ms. UART: ten bits a byte, one after the other.
  say(bytes) {
    const line = this.line;
    for (const byte of bytes) {
      if (!line.partial.length) this.advance(this.sentenceUs); // what it takes to put a sentence together
      if (this.baud) line.freeAt = Math.max(this.now, line.freeAt) + 1e7 / this.baud;
      else line.freeAt = this.now + 1000;
      line.partial.push(byte);
      if (byte === 10) {
        this.onLine?.(line.freeAt, line.partial);
        line.partial = [];
      }
    }
  }

  module() {
    const w = this;
    return {
      pin_mode: (pin, mode, pull) => { w.cost(); w.taken.delete(pin); if (mode === 0 && !w.levels.has(pin)) w.levels.set(pin, pull === 2 ? 0 : 1); },
      pin_write: (pin, level) => w.pin_write(pin, level), pin_read: (pin) => w.pin_read(pin),
      // Without a pin to send on, MicroPython takes the bus's usual one: from then on it is no input. Source: rp2 port, SPI.
      spi_open: (id, baud, polarity, phase, sck, mosi, miso) => { w.spi[id] = { baud, polarity, phase, sck, mosi, miso }; w.taken.add(mosi < 0 ? (id ? 11 : 19) : mosi); },
      spi_byte: (id, value) => w.spiByte(id, value),
      i2c_open: (id, scl, sda, freq) => { w.i2c[id] = { scl, sda, freq }; },
      i2c_start: (id, byte) => w.i2cStart(id, byte >> 1, byte & 1), i2c_put: (id, v) => w.i2cPut(v), i2c_get: () => w.i2cGet(), i2c_stop: () => w.i2cStop(),
      adc_read: (pin) => w.adc(pin),
      light_start: (pin, zero, one) => { w.lightBytes = []; if (zero >= one) w.lightBytes = null; },
      light_byte: (value) => { w.advance(10); w.lightBytes?.push(value); },
      light_end: () => { const b = w.lightBytes; if (b) { w.lights = []; for (let i = 0; i < b.length; i += 3) w.lights.push([b[i + 1], b[i], b[i + 2]].map((v) => v.toString(16).padStart(2, '0')).join('')); } },
      watchdog: (ms) => { w.watch = { us: ms * 1000, fed: w.now }; }, feed: () => { w.cost(1); if (w.watch) w.watch.fed = w.now; w.scans++; },
      ticks_us: () => { w.cost(); return (w.startUs + Math.floor(w.now)) % 1073741824; },
      ticks_ms: () => { w.cost(); return Math.floor((w.startUs + w.now) / 1000) % 1073741824; },
      sleep_us: (us) => { w.advance(us); while (w.isHung) w.advance(1000); },
    };
  }
}

export const bytesOf = (hex) => hex.match(/../g).map((pair) => parseInt(pair, 16));
