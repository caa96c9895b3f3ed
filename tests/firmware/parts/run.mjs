// Runs the firmware's own files in a MicroPython interpreter, on the simulated parts.
//
// A setup is {files: {name: text}, shims: {name: text}, pins, options, script: [[us, verb, ...]], until_us, probe,
// autopsy}.
// node run.mjs SETUP.json: in real time; fd 3 is the serial line, fd 4 brings what hands do, a JSON line each.
// node run.mjs: setups come on standard input, a line each, and run in the board's own time; answers go to standard output.
import { createRequire } from 'module';
import { pathToFileURL } from 'url';
import readline from 'readline';
import fs from 'fs';
import { World, Reset } from './parts.mjs';

const require = createRequire(process.cwd() + '/');
let found;
try { found = require.resolve('@micropython/micropython-webassembly-pyscript/micropython.mjs'); } catch { process.exit(77); }
const { loadMicroPython } = await import(pathToFileURL(found));
const tell = (value) => fs.writeSync(1, JSON.stringify(value) + '\n');

const START = "import sys\nsys.path.append('/')\nimport clock\nsys.modules['time'] = clock\n";

function verbsOf(world) {
  return {
    magnet: (place, isOn) => world.magnet(place, isOn), chatter: (place, every, isOn) => world.chatter(place, every, isOn),
    press: (name, isDown) => world.press(name, isDown), tag: (reader, ids) => world.tag(reader, ids),
    reader: (name, isThere) => { world.readers[name].isThere = isThere; if (!isThere) world.readers[name].isSetUp = false; },
    mishap: (name, what) => { world.readers[name].mishap = what; },
    cut: (register) => { world.chain.cut = register; }, hang: () => { world.isHung = true; }, supply: (mv) => { world.supplyMv = mv; },
    say: (text) => { world.input.push(...Buffer.from(text, 'latin1')); }, reset: () => { throw new Reset('power'); },
    hall: (index, value) => { world.hall[index] = value; },
    state: () => tell({ t: world.now, lights: world.lights, scans: world.scans }),
  };
}

// Power: a fresh interpreter runs main.py; the watchdog starts it anew, the end of the script ends it.
async function run(world, setup) {
  const figures = {};
  for (;;) {
    const python = await loadMicroPython({ heapsize: 192 * 1024, linebuffer: false,
      stdout: (bytes) => world.say(bytes), stderr: (bytes) => world.say(bytes), stdin: () => (world.input.length ? world.input.shift() : null) });
    python.registerJsModule('parts', { ...world.module(), figure: (name, value) => { figures[name] = value; } });
    for (const [name, text] of Object.entries({ ...setup.shims, ...setup.files })) python.FS.writeFile('/' + name, text);
    world.watch = null;
    world.isHung = false;
    try {
      python.runPython(START + (setup.probe ?? 'import main\nmain.main()'));
      if (setup.autopsy) python.runPython(setup.autopsy);
      world.log({ ended: true });
      return figures;
    } catch (error) {
      // What is looked at afterwards, whatever has ended the program: no time passes meanwhile.
      if (setup.autopsy) { try { python.runPython(setup.autopsy); } catch (fault) { throw new Error(`${error} ${fault}`); } }
      const reason = String(error.message ?? error);
      if (/end$/.test(reason.trim()) || (world.until !== undefined && world.now > world.until)) return figures;
      if (!/watchdog|power/.test(reason)) throw error;
      world.startUs = 0;
    }
  }
}

async function byScript(setup) {
  const world = new World(setup.pins, setup.options ?? {});
  const lines = [], logs = [], verbs = verbsOf(world);
  world.onLog = (what) => logs.push(what);
  world.onLine = (t, bytes) => lines.push([Math.round(t), Buffer.from(bytes).toString('latin1')]);
  for (const [t, verb, ...values] of setup.script ?? []) world.at(t, () => verbs[verb](...values));
  if (setup.until_us) world.until = setup.until_us;
  const figures = await run(world, setup);
  return { lines, logs, figures, scans: world.scans, now: world.now, lights: world.lights };
}

// The board sleeps as long as a real one, and looks at its wires meanwhile.
async function live(setup) {
  const world = new World(setup.pins, setup.options ?? {}), verbs = verbsOf(world);
  const began = performance.now(), cell = new Int32Array(new SharedArrayBuffer(4)), buffer = Buffer.alloc(4096);
  let looked = 0, hands = '', pending = Buffer.alloc(0);
  const readAll = (fd) => { try { return buffer.subarray(0, fs.readSync(fd, buffer, 0, buffer.length, null)); } catch (e) { if (e.code === 'EAGAIN' || e.code === 'EIO') return null; throw e; } };
  const flush = () => {
    while (pending.length) {
      try { pending = pending.subarray(fs.writeSync(3, pending)); } catch (e) {
        if (e.code !== 'EAGAIN' && e.code !== 'EIO') throw e;
        if (e.code === 'EIO' || pending.length > 65536) pending = Buffer.alloc(0); // nobody reads: lost, as on a real line
        return;
      }
    }
  };
  world.onLog = tell;
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
    if (said && said.length === 0) process.exit(0); // the hands have gone
    if (!said) return;
    const parts = (hands + said.toString('utf8')).split('\n');
    hands = parts.pop();
    for (const part of parts) { const [verb, ...values] = JSON.parse(part); verbs[verb](...values); }
  };
  await run(world, setup);
}

if (process.argv[2]) {
  await live(JSON.parse(fs.readFileSync(process.argv[2], 'utf8')));
  process.exit(0);
}
for await (const line of readline.createInterface({ input: process.stdin })) {
  try { tell(await byScript(JSON.parse(line))); } catch (error) { tell({ error: String(error.stack ?? error) }); }
}
