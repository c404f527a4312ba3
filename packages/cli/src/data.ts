import { readFileSync } from 'node:fs';

/** Reads a file of the folder `data`, which has what the command line knows. */
export function readData<Content>(name: string): Content {
  return JSON.parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8')) as Content;
}

/** The version of this program, from its manifest. */
export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}
