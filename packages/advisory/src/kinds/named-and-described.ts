import { groupBy } from '../draft/text.js';
import type { Finding, Span } from '../model.js';
import type { Passage } from '../segment/passage.js';
import { opensWith, trimStartOf } from '../text/ends.js';

/** The operations that a passage names, and those that its phrases describe. */
export interface NamedAndDescribed<T extends Finding> {
  readonly passage: Passage;
  readonly named: readonly T[];
  readonly told: readonly T[];
}

/**
 * All operations that passages name, and those they describe in words where no name says it more exactly. Words of a heading are a topic:
 * where operations are named, only the names are what happened.
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
 * Whether a name says more exactly what a phrase describes: the line begins with the name and explains it, the name follows as the means
 * ("disabled logging through PutEventSelectors"), or a passage of a detection section names what to look for.
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

/** How far from a phrase the name may be that says it more exactly. */
const NEAR = 400;

/** Looks up the named operations near a phrase without walking through all of a long passage's. */
function byPlace(named: readonly Finding[]): (phrase: Finding) => readonly Finding[] {
  const cellOf = ({ start }: Span): number => Math.floor(start / NEAR);
  const cells = groupBy(named, cellOf);
  return (phrase) => {
    const cell = cellOf(phrase);
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

/** Whether a row or line begins with an operation's name and then explains what it does, which is no further action. */
function explains(passage: Passage, phrase: Finding, named: readonly Finding[]): boolean {
  const line = passage.text.lastIndexOf('\n', phrase.start - passage.start - 1) + 1;
  return named.some(({ start, end }) => {
    const before = passage.text.slice(line, start - passage.start);
    const between = passage.text.slice(end - passage.start, phrase.start - passage.start);
    return (
      start - passage.start >= line &&
      end <= phrase.start &&
      /^[\s|*•"'`(-]*(?:[a-z0-9-]{2,24}[:.])?$/.test(before) &&
      opensWith(trimStartOf(between, '"\'`)').trimStart(), '|:–—-(')
    );
  });
}
