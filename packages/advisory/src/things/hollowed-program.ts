import { tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { wordSet } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { FoundThing } from '../model.js';
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
    if (seenIn === undefined) continue;
    const value = text.slice(start, end);
    found.push({ thing: 'process', value, deed: 'injected', seenIn, spans: [page.spanOf(start, end)] });
  }
  return joined(found, ({ value, seenIn }) => `${seenIn} ${value.toLowerCase()}`);
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
