import type { Deed } from '@tripline/telemetry';
import { tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isWordCharacter } from '../text/characters.js';
import { endsWithAny, trimEndOf } from '../text/ends.js';
import { isMadeOf, stretchesWithout } from '../text/shape.js';
import { joined, type Page } from './page.js';

const WORDS = ['services', 'service'];
const NAME = { min: 3, max: 40 } as const;
/** Words that may stand between the word for services and the first name of a list. */
const INTRODUCING = new Set(['named', 'called', 'including', 'such', 'as', 'like', '']);
/** Words that may stand between the names of a list. */
const JOINING = new Set(['and', 'or', '&']);
/** The longest word in capitals that is more likely an abbreviation than a service's name. */
const ABBREVIATION_MAX = 6;
/** How many words may stand between a form of "be" and what is done: "are then forcibly stopped". */
const BEHIND_BE = 3;
const OPENERS = new Set('"“‘\'`');
const CLOSERS = new Set('"”’\'`');
/** The log that shows each deed: a command asks for the first, the registry holds the second. */
const SEEN_IN: Partial<Record<Deed, string>> = {
  stopped: 'windows/process-creation',
  deleted: 'windows/process-creation',
  disabled: 'windows/registry-set',
};
/** How names of services end that are no words, by which they are known before the word for them too. */
const ENDINGS = ['svc', 'srv', 'service'] as const;
/** How many words may stand between "deleted" and the word for services: "deleted the WinDefend service". */
const DELETED_NEAR = 4;

/**
 * Finds services of Windows that a sentence says are stopped or disabled: by their quoted names, as in 'stops the services "FenSvc" and
 * "OtterAgent"', or by names without quotation marks in a list behind the word for services.
 */
export function findServiceStates(page: Page): readonly FoundThing[] {
  const { lower, text } = page;
  if (hostSystem(page.doc.text) !== 'windows') return [];
  const found: FoundThing[] = [];
  let done = 0;
  for (let at = lower.indexOf('service'); at >= 0; at = lower.indexOf('service', at + 1)) {
    if (at < done || isWordCharacter(text[at - 1]) || page.isCode(at)) continue;
    const sentence = sentenceAround(text, at, at + 1);
    done = sentence.end;
    const deed = deedIn(text.slice(sentence.start, at), text.slice(at, sentence.end));
    if (deed === undefined) continue;
    for (const { start, end } of [
      ...quotedNames(text, sentence.start, sentence.end),
      ...listedNames(text, at, sentence.end),
      ...namesBefore(text, sentence.start, at),
    ])
      found.push({
        thing: 'service-name',
        value: text.slice(start, end),
        deed,
        seenIn: SEEN_IN[deed] as string,
        spans: [page.spanOf(start, end)],
      });
  }
  return joined(found, ({ value }) => value.toLowerCase());
}

/**
 * What a sentence says is done to services: the first verb before the word for them, or what is said to be done to them behind it. What a service is
 * there for ("the service FenSvc to stop others") is none of it.
 */
function deedIn(before: string, behind: string): Deed | undefined {
  const after = tokensOf(behind).map((token) => token.text);
  if (!WORDS.includes(after[0] ?? '')) return undefined;
  // "Services to kill: …" is a list of them.
  const listed = after[0] === 'services' && after[1] === 'to' ? after.slice(2, 4) : [];
  const told = after.filter((_, at) =>
    after.slice(Math.max(0, at - BEHIND_BE), at).some((word) => wordSet('forms-of-be').has(word)),
  );
  for (const word of [...tokensOf(before).map((token) => token.text), ...listed, ...told]) {
    if (wordSet('service-stopped').has(word)) return 'stopped';
    if (wordSet('service-disabled').has(word)) return 'disabled';
  }
  return isDeleted(before, told) ? 'deleted' : undefined;
}

/** Whether services themselves are deleted, and not what belongs to them: "deleted the files of the service". */
function isDeleted(before: string, told: readonly string[]): boolean {
  const near = tokensOf(before)
    .slice(-DELETED_NEAR)
    .map(({ text }) => text);
  const verb = near.findLastIndex((word) => wordSet('service-deleted').has(word));
  const isObject = verb >= 0 && !near.slice(verb + 1).some((word) => wordSet('prepositions').has(word));
  return isObject || told.some((word) => wordSet('service-deleted').has(word));
}

/** Names right before the word for services: "the WinDefend and Sense services". Products are named there too, so the name must be a service's. */
function namesBefore(text: string, from: number, to: number): readonly { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const { text: written, start } of stretchesWithout(text.slice(from, to), ' \n').reverse()) {
    const name = trimEndOf(written, ',');
    if (JOINING.has(name) && found.length > 0) continue;
    const lower = name.toLowerCase();
    const isService = wordSet('windows-services').has(lower) || endsWithAny(lower, ENDINGS);
    if (!isService || !isMadeOf(name, '-$') || !isName(name) || name === lower) break;
    found.push({ start: from + start, end: from + start + name.length });
  }
  return found;
}

/** Quoted words that can be the short name of a service. */
function quotedNames(text: string, from: number, to: number): readonly { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let at = from; at < to; at += 1) {
    if (!OPENERS.has(text[at] as string) || isWordCharacter(text[at - 1])) continue;
    let end = at + 1;
    while (isWordCharacter(text[end]) || text[end] === '-' || text[end] === '$') end += 1;
    if (CLOSERS.has(text[end] ?? ' ') && isName(text.slice(at + 1, end))) found.push({ start: at + 1, end });
    at = end;
  }
  return found;
}

/** Names right behind the word for services, in a list: "the services FenSvc, OtterAgent and HrnSql". */
function listedNames(text: string, from: number, to: number): readonly { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const [, ...words] = stretchesWithout(text.slice(from, to), ' \n');
  for (const [at, { text: written, start }] of words.entries()) {
    const name = trimEndOf(written, '.,;:)');
    // "Services and VMs" names no services.
    if (JOINING.has(name) ? found.length > 0 : INTRODUCING.has(name)) continue;
    if (!isInnerCapital(name) || !isMadeOf(name, '-$')) break;
    const isOver = name === written && isWholeName(words[at + 1]?.text);
    if (name === written && !isOver && !JOINING.has(words[at + 1]?.text ?? '')) break;
    found.push({ start: from + start, end: from + start + name.length });
    if (isOver || (name !== written && !written.endsWith(','))) break;
  }
  return found;
}

/** Whether a name ends before the next word: "SqlHeron Server" and "OtterSvc agents" are longer than their first words. */
function isWholeName(next: string | undefined): boolean {
  return next === undefined || (!JOINING.has(next) && wordSet('function-words').has(next));
}

/**
 * Whether a word is written as names of services are and words are not: `FenSvc`, `MSSQLSERVER`. Short words in capitals and their plurals
 * are what services are for: `SQL`, `VMs`.
 */
function isInnerCapital(name: string): boolean {
  if (name.length < NAME.min || name.length > NAME.max || name.slice(1) === name.slice(1).toLowerCase()) return false;
  const single = name.endsWith('s') ? name.slice(0, -1) : name;
  const isAbbreviation = single.length <= ABBREVIATION_MAX && single === single.toUpperCase();
  return !isAbbreviation || wordSet('windows-services').has(name.toLowerCase());
}

/** Whether a word is a service's: one that Windows has, or none of the language. */
function isName(name: string): boolean {
  if (name.length < NAME.min || name.length > NAME.max) return false;
  const lower = name.toLowerCase();
  return wordSet('windows-services').has(lower) || name.slice(1) !== lower.slice(1);
}
