import { readFileSync } from 'node:fs';

/** A tactic of ATT&CK. */
export interface Tactic {
  readonly id: string;
  readonly name: string;
}

let tactics: ReadonlyMap<string, Tactic> | undefined;

/** The tactic of a short name as in Sigma tags, `credential-access`; also of names that ATT&CK has given up (`data/deploy/tactics.json`). */
export function tacticNamed(name: string): Tactic | undefined {
  return load().get(name);
}

/** The short names of all tactics. */
export function tacticNames(): readonly string[] {
  return [...load().keys()];
}

function load(): ReadonlyMap<string, Tactic> {
  tactics ??= readTactics();
  return tactics;
}

function readTactics(): ReadonlyMap<string, Tactic> {
  const file = new URL('../../data/deploy/tactics.json', import.meta.url);
  const written = JSON.parse(readFileSync(file, 'utf8')) as Record<string, readonly [string, string]>;
  return new Map(Object.entries(written).map(([short, [id, name]]) => [short, { id, name }]));
}
