import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder that a benchmark reads: the one given on the command line, else `beside`, a path in the data beside the checkout. Where it is not
 * there, one line says what is missing and how to give it, and the benchmark ends with 2.
 */
export function corpusFolder(given, what, beside) {
  const folder = resolve(given ?? fileURLToPath(new URL(`../../../shared/data/${beside}`, import.meta.url)));
  if (existsSync(folder)) return folder;
  const [, program] = process.argv;
  console.error(`missing: ${what}, in ${folder}; give another: npm run bench -- ${basename(program, '.mjs')} FOLDER`);
  process.exit(2);
}

/** The Sigma rules of a folder and those below it, in the order of their names: `{ name, text }`. */
export function ruleFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.ya?ml$/i.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}
