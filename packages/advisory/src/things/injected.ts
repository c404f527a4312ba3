import type { Token } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import { isWordCharacter } from '../text/characters.js';

const NAME_MAX = 60;
/** How many words may stand between "into" and the program: "into the Print Filter Host (printfilterpipelinesvc.exe)". */
const WORDS_BETWEEN = 5;

/** Whether the words of a sentence before a program say that something was injected into it. */
export function isInjectedInto(before: readonly Token[]): boolean {
  const isLed = before.slice(-WORDS_BETWEEN - 1).some((word) => word.text === 'into');
  return (
    isLed &&
    before.some((word) => wordSet('injected-words').has(word.text)) &&
    !before.some((word) => wordSet('negations').has(word.text) || wordSet('modals').has(word.text))
  );
}

/** Where the name begins that ends at a place. */
export function nameStart(text: string, at: number): number {
  let start = at;
  while (at - start < NAME_MAX && (isWordCharacter(text[start - 1]) || text[start - 1] === '-')) start -= 1;
  return start;
}

/** Whether a program, by its name without its ending, so seldom talks to a network that this alone is worth a look. */
export function isTellingAlone(name: string): boolean {
  return wordSet('programs-without-network').has(name) && !wordSet('programs-with-network').has(name);
}
