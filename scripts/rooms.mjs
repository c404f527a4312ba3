// node scripts/rooms.mjs [FOLDER…]: in no package or service do files and folders of one folder import each other in a circle, at any depth: what they share
// belongs to a room below them. Without a FOLDER it asks all but those that are not untied yet (scripts/lib/rooms.mjs), and of these that they still need to be named.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT, say } from './lib/bootstrap.mjs';
import { circlesIn, NOT_YET_UNTIED } from './lib/rooms.mjs';

const given = process.argv.slice(2);
const all = ['packages', 'services'].flatMap((group) =>
  readdirSync(join(ROOT, group)).map((name) => `${group}/${name}`),
);
for (const folder of given.length > 0 ? given : all) {
  const circles = circlesIn(resolve(ROOT, folder));
  if (given.length === 0 && NOT_YET_UNTIED.includes(folder)) {
    if (circles.length === 0) fail(`${folder} has no circle any more: take it off the list in scripts/lib/rooms.mjs`);
  } else {
    for (const circle of circles) fail(`${folder}, ${circle}`);
  }
}

function fail(message) {
  say(message);
  process.exitCode = 1;
}
