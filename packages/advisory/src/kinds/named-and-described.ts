import type { Finding } from '../model.js';
import type { Passage } from '../segment/passage.js';

/** What a passage names of operations of logs, and what its phrases tell of them. */
export interface NamedAndDescribed<T extends Finding> {
  readonly passage: Passage;
  readonly named: readonly T[];
  readonly told: readonly T[];
}

/**
 * All operations that passages name, and those they tell in words where no name says it better. A heading's words are a topic: where the log's
 * operations are named, the names are what happened.
 */
export function namedAndDescribed<T extends Finding>(passages: readonly NamedAndDescribed<T>[]): readonly T[] {
  const named = passages.flatMap((each) => each.named);
  const logs = new Set(named.flatMap(({ platforms }) => platforms));
  const told = passages.flatMap((each) => {
    const heading = each.passage.block.type === 'heading';
    const near = byPlace(each.named);
    return each.told.filter(
      (phrase) =>
        !(heading && phrase.platforms.some((platform) => logs.has(platform))) &&
        !isNamedBetter(each.passage, phrase, near(phrase), each.named),
    );
  });
  return [...named, ...told];
}

/**
 * Whether a name says better what a phrase tells: the line begins with the name and goes on to explain it, the name follows as the manner
 * ("disabled logging through PutEventSelectors"), or what to look for is named in the same passage of a detection section.
 */
function isNamedBetter(
  passage: Passage,
  phrase: Finding,
  near: readonly Finding[],
  named: readonly Finding[],
): boolean {
  const isOfLog = ({ platforms }: Finding): boolean =>
    platforms.some((platform) => phrase.platforms.includes(platform));
  if (phrase.role === 'detection' && named.some(isOfLog)) return true;
  return explains(passage, phrase, near) || near.some((name) => isOfLog(name) && isMannerOf(passage, phrase, name));
}

/** How far from a phrase a name can stand that says it better. */
const NEAR = 400;

/** Looks up the named operations near a phrase without going through all of a long passage's. */
function byPlace(named: readonly Finding[]): (phrase: Finding) => readonly Finding[] {
  const cells = new Map<number, Finding[]>();
  for (const name of named) {
    const cell = Math.floor(name.start / NEAR);
    const list = cells.get(cell);
    if (list === undefined) cells.set(cell, [name]);
    else list.push(name);
  }
  return ({ start }) => {
    const cell = Math.floor(start / NEAR);
    return [cell - 1, cell, cell + 1].flatMap((at) => cells.get(at) ?? []);
  };
}

function isMannerOf(passage: Passage, phrase: Finding, name: Finding): boolean {
  if (name.start < phrase.end - 24 || name.start > phrase.end + 60) return false;
  const between = passage.text.slice(phrase.end - passage.start, Math.max(phrase.end, name.start) - passage.start);
  return (
    !/\b(?:and|or|then)\b|[;.]\s|,\s(?!(?:through|via|using|by)\b)/.test(between) &&
    /\b(?:through|via|using|with|by|calling)\b|^\s*to\s*$|[(:]|^$/.test(between)
  );
}

/** A row or line that begins with an operation's name goes on to say what that operation does, in words that are no further deed. */
function explains(passage: Passage, phrase: Finding, named: readonly Finding[]): boolean {
  const line = passage.text.lastIndexOf('\n', phrase.start - passage.start - 1) + 1;
  return named.some(({ start, end }) => {
    const before = passage.text.slice(line, start - passage.start);
    const between = passage.text.slice(end - passage.start, phrase.start - passage.start);
    return (
      start - passage.start >= line &&
      end <= phrase.start &&
      /^[\s|*•"'`(-]*(?:[a-z0-9-]{2,24}[:.])?$/.test(before) &&
      /^["'`)]*\s*(?:[|:–—-]|\()/.test(between)
    );
  });
}
