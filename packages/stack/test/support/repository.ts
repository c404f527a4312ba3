import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** A file of the repository. */
export const readRepositoryFile = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

/** The TypeScript sources below a folder of the repository, by path. */
export function readSources(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' });
  const sources = names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name}`);
  return new Map(sources.map((path) => [path, readRepositoryFile(path)]));
}
