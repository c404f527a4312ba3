import { type Token, tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { wordSet } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { FoundThing, Span } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { isInjectedInto, isTellingAlone, nameStart } from './injected.js';
import { joined, type Page } from './page.js';

const ENDING = '.exe';
const REPLACED = 'windows/process-tampering';
const INJECTED = 'windows/create-remote-thread';
/** How many words may stand between the word that leads to a program and its name: "of the main binary heron.exe". */
const WORDS_BETWEEN = 5;
const LEADS: ReadonlySet<string> = new Set(['into', 'inside', 'against', 'hollows', 'hollowed', 'hollowing']);
/** Words that lead to it where the sentence has told before of hollowing, or of a program that is not to run yet. */
const LEADS_BEHIND: ReadonlySet<string> = new Set(['of', 'in']);
const SUSPENDED = 'suspended';

/**
 * Finds programs whose image in memory is said to be replaced: "injected into a suspended copy of hrn.exe by process hollowing"; and those that seldom
 * talk to a network, into which code is otherwise said to be injected.
 */
export function findHollowedPrograms(page: Page): readonly FoundThing[] {
  const { doc, lower, text } = page;
  if (hostSystem(doc.text) !== 'windows') return [];
  const found: FoundThing[] = [];
  for (const at of placesOf(lower, ENDING)) {
    const end = at + ENDING.length;
    const start = nameStart(text, at);
    if (start === at || isWordCharacter(text[end]) || page.isCode(at)) continue;
    const seenIn = howInjected(text, start, end);
    const source = seenIn === undefined ? sourceOf(text, start, end) : undefined;
    if (seenIn === undefined && source === undefined) continue;
    const spans = [page.spanOf(start, end)];
    const thing = { thing: 'process', value: text.slice(start, end), deed: 'injected', spans } as const;
    if (source === undefined) found.push({ ...thing, seenIn: seenIn as string });
    else {
      const beside: FoundThing = {
        thing: 'parent-process',
        value: source.value,
        spans: [page.spanOf(source.start, source.end)],
      };
      found.push({ ...thing, seenIn: INJECTED, beside: [beside] });
    }
  }
  return joined(found, ({ value, seenIn, beside }) => `${seenIn} ${value.toLowerCase()} ${beside?.[0]?.value ?? ''}`);
}

/** Services by what they are called, with the program that runs them. */
const SERVICES: ReadonlyMap<string, string> = new Map([['spooler', 'spoolsv.exe']]);

interface Source extends Span {
  readonly value: string;
}

/** The program that a sentence says injects something into the one at a place, alone or with others: it makes the other one telling. */
function sourceOf(text: string, start: number, end: number): Source | undefined {
  const sentence = sentenceAround(text, start, end);
  const before = tokensOf(text.slice(sentence.start, start), sentence.start);
  // Of a list of programs, each is what "into" leads to.
  const told = before.filter(({ text: word }, at) => word !== 'exe' && before[at + 1]?.text !== 'exe');
  if (!isInjectedInto(told)) return undefined;
  const injects = before.findIndex(({ text: word }) => wordSet('injected-words').has(word));
  const last = before.slice(0, Math.max(injects, 0)).findLast(({ text: word }) => !wordSet('before-injects').has(word));
  if (last?.text === 'exe') {
    const from = nameStart(text, last.start - 1);
    return { value: text.slice(from, last.end), start: from, end: last.end };
  }
  const service = before[before.indexOf(last as Token) - 1];
  const value = last?.text === 'service' ? SERVICES.get(service?.text ?? '') : undefined;
  return value === undefined || service === undefined ? undefined : { value, start: service.start, end: service.end };
}

/** The log of how code is said to come into a program; undefined where it is not, or comes into that program every day. */
function howInjected(text: string, start: number, end: number): string | undefined {
  const name = text.slice(start, end - ENDING.length).toLowerCase();
  const sentence = sentenceAround(text, start, end);
  if (hasWordOf('hollowing', text.slice(sentence.start, sentence.end)))
    return isLedTo(text.slice(sentence.start, start)) && !wordSet('replaced-by-themselves').has(name)
      ? REPLACED
      : undefined;
  return isTellingAlone(name) && isInjectedInto(tokensOf(text.slice(sentence.start, start))) ? INJECTED : undefined;
}

/** Whether the words before a program make it the one that is replaced, and not the one that does it: "of hrn.exe, which hollows". */
function isLedTo(before: string): boolean {
  const words = tokensOf(before).map(({ text }) => text);
  const own = words.slice(words.findLastIndex((word) => wordSet('relatives').has(word)) + 1).slice(-WORDS_BETWEEN - 1);
  if (own.some((word) => wordSet('negations').has(word))) return false;
  const isTarget = hasWordOf('hollowing', before) || words.some((word) => word === SUSPENDED);
  return own.some((word) => LEADS.has(word) || (LEADS_BEHIND.has(word) && isTarget));
}
