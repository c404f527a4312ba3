import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const SOURCE = new URL('../../../packages/attack/data/attack.json', import.meta.url);
const NAME = 'virtual:techniques';

interface Catalogue {
  readonly tactics: readonly { readonly shortName: string; readonly name: string }[];
  readonly techniques: readonly { readonly id: string; readonly name: string; readonly tactics: readonly string[] }[];
}

/** The names and tactics of ATT&CK's techniques as a module of the page, out of the catalogue that the services count with. */
export const techniques: Plugin = {
  name: 'techniques',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
  load(id) {
    if (id !== `\0${NAME}`) return null;
    const { tactics, techniques: all } = JSON.parse(readFileSync(SOURCE, 'utf8')) as Catalogue;
    const places = new Map(tactics.map(({ shortName }, place) => [shortName, place]));
    const rows = all.map((one) => [one.id, one.name, one.tactics.flatMap((short) => places.get(short) ?? [])]);
    return [
      `export const TACTICS = ${JSON.stringify(tactics.map(({ name }) => name))};`,
      `export const TECHNIQUES = ${JSON.stringify(rows)};`,
    ].join('\n');
  },
};
