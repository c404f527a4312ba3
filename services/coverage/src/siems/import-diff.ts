import { createHash } from 'node:crypto';
import type { ReadSiemRule } from './reading/read-rule.js';
import type { SiemImportResource } from './siem-resource.js';
import type { KnownRule } from './siem-rule-store.js';

type Field = SiemImportResource['changed'][number]['fields'][number];

/** What an import would change in a SIEM. */
export interface ImportDiff {
  readonly added: readonly ReadSiemRule[];
  readonly changed: readonly { readonly rule: ReadSiemRule; readonly fields: readonly Field[] }[];
  readonly same: number;
  readonly gone: readonly KnownRule[];
  /** SHA-256 of all of it: two imports with one digest change the same. */
  readonly digest: string;
}

/** Compares the rules of a file with those that the SIEM has. When a rule ran last is no change. */
export function importDiff(known: ReadonlyMap<string, KnownRule>, rules: readonly ReadSiemRule[]): ImportDiff {
  const added: ReadSiemRule[] = [];
  const changed: { rule: ReadSiemRule; fields: readonly Field[] }[] = [];
  const digest = createHash('sha256');
  let same = 0;
  const seen = new Set<string>();
  for (const rule of rules) {
    const before = known.get(rule.key);
    const fields = before === undefined ? [] : changedFields(before, rule);
    seen.add(rule.key);
    if (before === undefined) added.push(rule);
    else if (fields.length > 0) changed.push({ rule, fields });
    else same++;
    const { description, key, name, query, techniques } = rule;
    digest.update(
      JSON.stringify([before?.id ?? null, fields, key, name, description, query, techniques, stateOf(rule)]),
    );
  }
  const gone = [...known.values()].filter(({ key }) => !seen.has(key));
  for (const { id } of gone) digest.update(`gone ${id}`);
  return { added, changed, same, gone, digest: digest.digest('hex') };
}

const stateOf = ({ state: { enabled, failing, heldBack, idle, schedule } }: ReadSiemRule) => [
  enabled,
  failing,
  idle,
  schedule,
  heldBack,
];

function changedFields(before: KnownRule, rule: ReadSiemRule): readonly Field[] {
  const { enabled, failing, held_back, idle, schedule } = before;
  const differs: Readonly<Record<Field, boolean>> = {
    name: before.name !== rule.name,
    description: before.description !== rule.description,
    query: before.query !== rule.query,
    techniques: before.claimed.join() !== rule.techniques.join(),
    state: JSON.stringify([enabled, failing, idle, schedule, held_back]) !== JSON.stringify(stateOf(rule)),
  };
  return (Object.keys(differs) as Field[]).filter((field) => differs[field]);
}
