// npm run bench [-- NAME [arguments]]: lists the benchmarks, or runs one. Each measures against a floor or peer in the same run.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, ROOT, say } from './lib/bootstrap.mjs';

const folder = join(ROOT, 'bench');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => file.slice(0, -4))
  .sort();
const [name, ...args] = process.argv.slice(2);

if (name === undefined) {
  for (const each of names) {
    const [first = ''] = readFileSync(join(folder, `${each}.mjs`), 'utf8').split('\n');
    say(`${each.padEnd(12)} ${first.replace(/^\/\/\s*/, '')}`);
  }
} else if (names.includes(name)) {
  await bootstrap({ redis: true });
  process.exitCode =
    spawnSync(process.execPath, [join(folder, `${name}.mjs`), ...args], { stdio: 'inherit' }).status ?? 1;
} else {
  say(`there is no benchmark "${name}"; known: ${names.join(', ')}`);
  process.exitCode = 2;
}
