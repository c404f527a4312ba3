import { readFileSync } from 'node:fs';

/** Field sets of the Elastic Common Schema with the names below them (data/ecs.json). */
const { own } = JSON.parse(readFileSync(new URL('../../../data/ecs.json', import.meta.url), 'utf8')) as {
  readonly own: Readonly<Record<string, readonly string[]>>;
};
const sets = new Map(Object.entries(own).map(([set, names]) => [set, new Set(names)]));

/** Whether a name is the Elastic Common Schema's, which every log of Elastic's has at the same place: what a rule read from a query calls a field that its log lacks. */
export function isEcsField(name: string): boolean {
  const [set = '', field = ''] = name.split('.', 2);
  return sets.get(set)?.has(field) === true;
}
