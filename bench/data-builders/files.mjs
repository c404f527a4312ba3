// Where builders read, and the layout of the files they write.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A finder of inputs by their path under any of the folders, the first that has it. It throws with the input's name where none has. */
export function inputsIn(folders) {
  return (path) => {
    const found = folders.map((folder) => join(folder, path)).find((full) => existsSync(full));
    if (found === undefined) throw new Error(`the input ${path} is in none of: ${folders.join(', ')}`);
    return found;
  };
}

/** Reads a JSON file. */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** An object of sections with an entry a line, in the order of its keys. Integer-like keys stand as text sorts them. */
export function sectionsText(sections) {
  const blocks = inOrder(sections).map(([name, rows]) => {
    const lines = inOrder(rows).map(([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    return `  ${JSON.stringify(name)}: {\n${lines.join(',\n')}\n  }`;
  });
  return `{\n${blocks.join(',\n')}\n}\n`;
}

function inOrder(rows) {
  return Object.entries(rows).sort(([a], [b]) => (a < b ? -1 : 1));
}
