import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const SOURCE = new URL('../../../packages/attack/data/attack.json', import.meta.url);
const TECHNIQUES = 'virtual:techniques';
/** The tactics alone, for pages that know their techniques. */
const TACTICS = 'virtual:tactics';

interface Catalogue {
  readonly tactics: readonly { readonly id: string; readonly shortName: string; readonly name: string }[];
  readonly techniques: readonly { readonly id: string; readonly name: string; readonly tactics: readonly string[] }[];
}

/** The names and tactics of ATT&CK's techniques as a module of the page, out of the catalogue that the services count with. */
export const techniques: Plugin = {
  name: 'techniques',
  resolveId: (id) => (id === TECHNIQUES || id === TACTICS ? `\0${id}` : null),
  load(id) {
    if (id !== `\0${TECHNIQUES}` && id !== `\0${TACTICS}`) return null;
    const { tactics, techniques: all } = JSON.parse(readFileSync(SOURCE, 'utf8')) as Catalogue;
    if (id === `\0${TACTICS}`)
      return `export const TACTIC_NAMES = ${JSON.stringify(Object.fromEntries(tactics.map((one) => [one.id, one.name])))};`;
    const places = new Map(tactics.map(({ shortName }, place) => [shortName, place]));
    const rows = all.map((one) => [one.id, one.name, one.tactics.flatMap((short) => places.get(short) ?? [])]);
    return [
      `export const TACTICS = ${JSON.stringify(tactics.map(({ name }) => name))};`,
      `export const TECHNIQUES = ${JSON.stringify(rows)};`,
    ].join('\n');
  },
};
