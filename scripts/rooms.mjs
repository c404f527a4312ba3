// node scripts/rooms.mjs [FOLDER…]: in no package or service do files and folders of one folder import each other in a circle, at any depth: what they share
// belongs to a room below them. Without a FOLDER it asks all.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT, say } from './lib/bootstrap.mjs';
import { circlesIn } from './lib/rooms.mjs';

const given = process.argv.slice(2);
const all = ['packages', 'services'].flatMap((group) =>
  readdirSync(join(ROOT, group)).map((name) => `${group}/${name}`),
);
for (const folder of given.length > 0 ? given : all) {
  for (const circle of circlesIn(resolve(ROOT, folder))) fail(`${folder}, ${circle}`);
}

function fail(message) {
  say(message);
  process.exitCode = 1;
}
