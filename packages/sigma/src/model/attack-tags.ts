import { isDigits } from '../characters.js';

const ATTACK = 'attack.';

/** What a tag names of ATT&CK, in lower case: `t1059.001` of `attack.T1059.001`; undefined for a tag of another namespace. */
export function attackName(tag: string): string | undefined {
  const lower = tag.toLowerCase();
  return lower.startsWith(ATTACK) ? lower.slice(ATTACK.length) : undefined;
}

/** The technique that a tag names, as ATT&CK writes it (`T1059.001`); undefined for a tag of anything else. */
export function taggedTechnique(tag: string): string | undefined {
  const name = attackName(tag);
  return name !== undefined && isTechniqueName(name) ? name.toUpperCase() : undefined;
}

/** Whether a text has the form of a technique's name in tags: `t1059` or `t1059.001`. */
export function isTechniqueName(text: string): boolean {
  const [technique = '', sub, ...more] = text.split('.');
  const isTechnique = technique.length === 5 && technique.startsWith('t') && isDigits(technique.slice(1));
  return isTechnique && more.length === 0 && (sub === undefined || (sub.length === 3 && isDigits(sub)));
}
