// The whole firmware in MicroPython itself, on a simulated RP2040 with registers at its SPI: node pico_board.mjs BOOTROM
// UF2 < { files, magnets: [[after_us, byte, level], ...], until_us }. Prints what the board said, with its time:
// { start, lines: [[us, text], ...], scans }. Times are the chip's own.
import fs from 'fs';
import { Pico } from './pico_chip.mjs';

const { files, magnets, until_us } = JSON.parse(fs.readFileSync(0, 'utf8'));
const { chain, buttons } = JSON.parse(files['pins.json']);
const pico = new Pico(...process.argv.slice(2)), chip = pico.chip;

const levels = new Array(12).fill(255).concat(0); // the serial input of the last register is held low
let at = 0, scans = 0;
const spi = chip.spi[chain.spi];
const byteDone = chip.clock.createAlarm(() => spi.completeTransmit(levels[at < levels.length ? at++ : at] ?? 0));
spi.onTransmit = () => byteDone.schedule(8e9 / chain.baud_hz);
chip.gpio[chain.load].addListener((state) => { if (state === 0) { at = 0; scans++; } });
for (const pin of Object.values(buttons)) chip.gpio[pin].setInputValue(true);
chip.adc.channelValues[3] = 2048; // a third of 4.95 V

// The files lie in memory, not in flash: what is tried is how they run.
const DISK = `
import os, sys
class Disk:
    def __init__(self): self.data = bytearray(SECTORS * 512)
    def readblocks(self, n, into): into[:] = self.data[n * 512 : n * 512 + len(into)]
    def writeblocks(self, n, data): self.data[n * 512 : n * 512 + len(data)] = data
    def ioctl(self, op, arg): return SECTORS if op == 4 else 512 if op == 5 else 0
disk = Disk()
os.VfsFat.mkfs(disk)
os.mount(disk, '/ram')
os.chdir('/ram')
`;
await pico.rawMode();
await pico.execute(DISK.replaceAll('SECTORS', String(70 + Math.ceil(Object.values(files).reduce((sum, text) => sum + text.length + 512, 0) / 512))));
for (const [name, text] of Object.entries(files)) {
  for (let from = 0; from < text.length; from += 4000) {
    await pico.execute(`with open(${JSON.stringify(name)}, 'ab') as file: file.write(bytes.fromhex('${Buffer.from(text.slice(from, from + 4000)).toString('hex')}'))`);
  }
}
const lines = [];
let rest = '', start = null;
pico.start('import main\nmain.main()\n', (us, text) => {
  rest += text;
  while (rest.includes('\n')) {
    const end = rest.indexOf('\n');
    lines.push([us, rest.slice(0, end).trim()]);
    rest = rest.slice(end + 1);
  }
  if (start === null && lines.some(([, line]) => line.includes('$OCC'))) {
    start = us;
    scans = 0;
    for (const [after, byte, level] of magnets) chip.clock.createAlarm(() => { levels[byte] = level; }).schedule(after * 1000);
    chip.clock.createAlarm(() => {
      process.stdout.write(JSON.stringify({ start, lines, scans }));
      process.exit(0);
    }).schedule(until_us * 1000);
  }
});
