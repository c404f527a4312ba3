import { spawnSync } from 'node:child_process';

const HOT = 'let s = 0; for (let i = 0; i < 100; i++) s += i * x; return s;';
const SCRIPT = `
  const { prepareThreads } = require('@tripline/service');
  const { Worker } = require('node:worker_threads');
  prepareThreads();
  const run = (name) => 'function ' + name + '(x) { ${HOT} } for (let i = 0; i < 20000; i++) ' + name + '(i);';
  new Worker(run('hotInThread'), { eval: true });
  (0, eval)(run('hotInMain'));
`;

/** Node.js from 26 on ends a thread in order, whatever V8 compiles for it. */
const IN_THREAD = Number(process.versions.node.split('.', 1)[0]) < 26 ? 'Synchronous' : 'Concurrent';

test('code of a thread is compiled on that thread where ending it would leave a compilation behind that ends the process; other code is compiled in the background', () => {
  const { stdout } = spawnSync(process.execPath, ['--trace-opt', '--eval', SCRIPT], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });

  const how = (name: string) =>
    new Set(
      stdout
        .match(new RegExp(`compiling method .*${name} .*ConcurrencyMode::k\\w+`, 'g'))
        ?.map((line) => line.replace(/.*::k/, '')),
    );
  expect([...how('hotInThread')]).toEqual([IN_THREAD]);
  expect([...how('hotInMain')]).toEqual(['Concurrent']);
});
