import type { Token } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import { isWordCharacter } from '../text/characters.js';
import { skipBack } from '../text/stretches.js';

const NAME_MAX = 60;
/** How many words may stand between "into" and the program: "into the Print Filter Host (printfilterpipelinesvc.exe)". */
const WORDS_BETWEEN = 5;

/** Whether the words of a sentence before a program say that something was injected into it. */
export function isInjectedInto(before: readonly Token[]): boolean {
  const isLed = before.slice(-WORDS_BETWEEN - 1).some((word) => word.text === 'into');
  return isLed && before.some((word) => wordSet('injected-words').has(word.text)) && !isDeniedOrPossible(before);
}

/** Whether words say that something was not done, or only may be. */
export function isDeniedOrPossible(words: readonly Pick<Token, 'text'>[]): boolean {
  return words.some(({ text }) => wordSet('negations').has(text) || wordSet('modals').has(text));
}

/** Where the name begins that ends at a place. */
export function nameStart(text: string, at: number): number {
  return skipBack(text, at, (character) => isWordCharacter(character) || character === '-', NAME_MAX);
}

/** Whether a program, by its name without its ending, so seldom talks to a network that this alone is worth a look. */
export function isTellingAlone(name: string): boolean {
  return wordSet('programs-without-network').has(name) && !wordSet('programs-with-network').has(name);
}
