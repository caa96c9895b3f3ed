// Runs the firmware's own files in a MicroPython interpreter, on the simulated parts.
// node run.mjs SETUP.json: {files: {name: text}, shims: {name: text}, pins, options, script: [[us, verb, ...]], until_us,
// probe}. With `live` the board runs in real time: fd 3 is the serial line, fd 4 brings what hands do, a JSON line each.
import { createRequire } from 'module';
import { pathToFileURL } from 'url';
import fs from 'fs';
import { World, Reset } from './parts.mjs';

const setup = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const require = createRequire(process.cwd() + '/');
let found;
try { found = require.resolve('@micropython/micropython-webassembly-pyscript/micropython.mjs'); } catch { process.exit(77); }
const { loadMicroPython } = await import(pathToFileURL(found));

const world = new World(setup.pins, setup.options ?? {});
const lines = [], logs = [];
const tell = (value) => fs.writeSync(1, JSON.stringify(value) + '\n');
world.onLog = (what) => (setup.live ? tell(what) : logs.push(what));
if (!setup.live) world.onLine = (t, bytes) => lines.push([Math.round(t), Buffer.from(bytes).toString('latin1')]);

const verbs = {
  magnet: (place, isOn) => world.magnet(place, isOn), chatter: (place, every, isOn) => world.chatter(place, every, isOn),
  press: (name, isDown) => world.press(name, isDown), tag: (reader, ids) => world.tag(reader, ids),
  reader: (name, isThere) => { world.readers[name].isThere = isThere; if (!isThere) world.readers[name].isSetUp = false; },
  cut: (register) => { world.chain.cut = register; }, hang: () => { world.isHung = true; }, supply: (mv) => { world.supplyMv = mv; },
  say: (text) => { world.input.push(...Buffer.from(text, 'latin1')); }, reset: () => { throw new Reset('power'); },
  hall: (index, value) => { world.hall[index] = value; },
  state: () => tell({ t: world.now, lights: world.lights, scans: world.scans }),
};
for (const [t, verb, ...values] of setup.script ?? []) world.at(t, () => verbs[verb](...values));
if (setup.until_us) world.until = setup.until_us;

// ---- real time: the board sleeps as long as a real one, and looks at its wires meanwhile
if (setup.live) {
  const began = performance.now() - world.now / 1000, cell = new Int32Array(new SharedArrayBuffer(4)), buffer = Buffer.alloc(4096);
  let looked = 0, hands = '', pending = Buffer.alloc(0);
  const readAll = (fd) => { try { return buffer.subarray(0, fs.readSync(fd, buffer, 0, buffer.length, null)); } catch (e) { if (e.code === 'EAGAIN' || e.code === 'EIO') return null; throw e; } };
  const flush = () => { while (pending.length) { try { pending = pending.subarray(fs.writeSync(3, pending)); } catch (e) { if (e.code === 'EAGAIN') { if (pending.length > 65536) pending = Buffer.alloc(0); return; } if (e.code === 'EIO') { pending = Buffer.alloc(0); return; } throw e; } } };
  world.onLine = (t, bytes) => { pending = Buffer.concat([pending, Buffer.from(bytes)]); flush(); };
  world.pace = (w) => {
    if (w.now - looked < 2000) return;
    looked = w.now;
    const ahead = w.now / 1000 - (performance.now() - began);
    if (ahead > 1) Atomics.wait(cell, 0, 0, ahead);
    flush();
    const heard = readAll(3);
    if (heard) w.input.push(...heard);
    const said = readAll(4);
    if (said && said.length === 0) process.exit(0); // the test has gone
    if (said) {
      const parts = (hands + said.toString('utf8')).split('\n');
      hands = parts.pop();
      for (const part of parts) { const [verb, ...values] = JSON.parse(part); verbs[verb](...values); }
    }
  };
}

// ---- power: a fresh interpreter runs main.py until the watchdog or the script ends it
const figures = {};
for (;;) {
  const python = await loadMicroPython({ heapsize: 192 * 1024, linebuffer: false,
    stdout: (bytes) => world.say(bytes), stderr: (bytes) => world.say(bytes), stdin: () => (world.input.length ? world.input.shift() : null) });
  python.registerJsModule('parts', { ...world.module(), figure: (name, value) => { figures[name] = value; } });
  for (const [name, text] of Object.entries({ ...setup.shims, ...setup.files })) python.FS.writeFile('/' + name, text);
  world.watch = null;
  world.isHung = false;
  try {
    python.runPython("import sys\nsys.path.append('/')\nimport clock\nsys.modules['time'] = clock\n" + (setup.probe ?? "import main\nmain.main()"));
    world.log({ ended: true });
    break;
  } catch (error) {
    const reason = String(error.message ?? error);
    if (/end$/.test(reason.trim()) || (world.until !== undefined && world.now > world.until)) break;
    if (!/watchdog|power/.test(reason)) { process.stderr.write(reason + '\n'); process.exit(1); }
    world.startUs = 0;
    world.resetAt = world.now;
  }
}
if (!setup.live) tell({ lines, logs, figures, scans: world.scans, now: world.now, lights: world.lights });
process.exit(0);
