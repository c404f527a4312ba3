import { tokensOf } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';

const NAMES = ['subject', 'titled', 'entitled'];
/** What may stand between the word and the quotes. */
const BETWEEN = ['lines', 'line', 'of', 'was', 'is', 'being', 'reads', 'named'];
const BETWEEN_MAX = 3;
const SUBJECT = { min: 8, max: 120 } as const;
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”“'],
  ['‘', '’'],
]);
/** Characters of placeholders. */
const HOLES = '<>{}[]';

/** Finds subjects of mails that a sentence about mails quotes: 'mails with the subject line “Your order 4471 is delayed”'. */
export function findMailSubjects(page: Page): readonly FoundThing[] {
  const found = NAMES.flatMap((name) =>
    [...placesOf(page.lower, name)].flatMap((at): readonly FoundThing[] => {
      const place = quotedBehind(page, at + name.length);
      if (place === undefined || isWordCharacter(page.text[at - 1]) || !isAboutMail(page, at)) return [];
      const value = page.text.slice(place.start, place.end);
      const spans = [page.spanOf(place.start, place.end)];
      return [{ thing: 'mail-subject', value, deed: 'sent-by-mail', seenIn: 'network/mail-gateway', spans }];
    }),
  );
  return joined(found, ({ value }) => value.toLowerCase());
}

/** The quoted text behind a word, without a comma that the author put within the quotes. */
function quotedBehind({ text, lower }: Page, from: number): { start: number; end: number } | undefined {
  let at = from;
  for (let skipped = 0; skipped <= BETWEEN_MAX; skipped += 1) {
    while (text[at] === ' ' || text[at] === ':') at += 1;
    const word = BETWEEN.find((each) => lower.startsWith(`${each} `, at) || lower.startsWith(`${each}:`, at));
    if (word === undefined) break;
    at += word.length;
  }
  const closing = CLOSING.get(text[at] ?? ' ');
  if (closing === undefined) return undefined;
  const start = at + 1;
  let end = start;
  while (end - start <= SUBJECT.max && text[end] !== '\n' && !closing.includes(text[end] ?? '\n')) end += 1;
  if (!closing.includes(text[end] ?? '\n') || text[end] === '\n') return undefined;
  while (',.'.includes(text[end - 1] as string)) end -= 1;
  const isWhole = end - start >= SUBJECT.min && ![...text.slice(start, end)].some((each) => HOLES.includes(each));
  return isWhole ? { start, end } : undefined;
}

function isAboutMail({ text }: Page, at: number): boolean {
  const { start, end } = sentenceAround(text, at, at + 1);
  return tokensOf(text.slice(start, end)).some((token) => wordSet('mail-words').has(token.text));
}
