import { technique } from './catalogue.js';
import { lazyData } from './data.js';

const crosswalk = lazyData(
  'crosswalk.json',
  (raw: { readonly crosswalk: Readonly<Record<string, string>> }) => new Map(Object.entries(raw.crosswalk)),
);

/**
 * The current id of any technique id ever published: the same id when it is current, its successor when it is retired, undefined when
 * ATT&CK never had it. Takes any letter case.
 */
export function currentId(id: string): string | undefined {
  const wanted = id.toUpperCase();
  if (technique(wanted) !== undefined) return wanted;
  return crosswalk().get(wanted);
}

/** The Sigma tag of a technique (`attack.t1059.001`). */
export function techniqueTag(id: string): string {
  return `attack.${id.toLowerCase()}`;
}

/** The Sigma tag of a tactic's short name (`attack.credential-access`). */
export function tacticTag(shortName: string): string {
  return `attack.${shortName}`;
}
