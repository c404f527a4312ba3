import { tokensOf } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { wordSet } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { FoundThing } from '../model.js';
import { sentenceAround } from '../segment/passage.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { joined, type Page } from './page.js';

const ENDING = '.exe';
const SEEN_IN = 'windows/process-tampering';
const NAME_MAX = 60;
/** How many words may stand between the word that leads to a program and its name: "of the main binary heron.exe". */
const WORDS_BETWEEN = 5;
const LEADS: ReadonlySet<string> = new Set(['into', 'inside', 'against', 'hollows', 'hollowed', 'hollowing']);
/** Words that lead to it where the sentence has told before of hollowing, or of a program that is not to run yet. */
const LEADS_BEHIND: ReadonlySet<string> = new Set(['of', 'in']);
const SUSPENDED = 'suspended';

/** Finds programs whose image in memory is said to be replaced: "injected into a suspended copy of hrn.exe by process hollowing". */
export function findHollowedPrograms(page: Page): readonly FoundThing[] {
  const { doc, lower, text } = page;
  if (hostSystem(doc.text) !== 'windows') return [];
  const found: FoundThing[] = [];
  for (const at of placesOf(lower, ENDING)) {
    const end = at + ENDING.length;
    const start = nameStart(text, at);
    if (start === at || isWordCharacter(text[end]) || page.isCode(at)) continue;
    if (wordSet('replaced-by-themselves').has(lower.slice(start, at)) || !isHollowed(text, start, end)) continue;
    const value = text.slice(start, end);
    found.push({ thing: 'process', value, deed: 'injected', seenIn: SEEN_IN, spans: [page.spanOf(start, end)] });
  }
  return joined(found, ({ value }) => value.toLowerCase());
}

function nameStart(text: string, at: number): number {
  let start = at;
  while (at - start < NAME_MAX && (isWordCharacter(text[start - 1]) || text[start - 1] === '-')) start -= 1;
  return start;
}

/** Whether the sentence of a program tells of hollowing, and the words right before the program lead to it. */
function isHollowed(text: string, start: number, end: number): boolean {
  const sentence = sentenceAround(text, start, end);
  if (!hasWordOf('hollowing', text.slice(sentence.start, sentence.end))) return false;
  return isLedTo(text.slice(sentence.start, start));
}

/** Whether the words before a program make it the one that is replaced, and not the one that does it: "of hrn.exe, which hollows". */
function isLedTo(before: string): boolean {
  const words = tokensOf(before).map(({ text }) => text);
  const own = words.slice(words.findLastIndex((word) => wordSet('relatives').has(word)) + 1).slice(-WORDS_BETWEEN - 1);
  if (own.some((word) => wordSet('negations').has(word))) return false;
  const isTarget = hasWordOf('hollowing', before) || words.some((word) => word === SUSPENDED);
  return own.some((word) => LEADS.has(word) || (LEADS_BEHIND.has(word) && isTarget));
}
