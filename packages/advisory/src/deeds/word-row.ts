import { tokensOf } from '../attribute/cues.js';
import { words } from '../knowledge/load.js';

/** Whether a short text has one of the phrases of a word list, as whole words in a row. */
export function hasPhrase(text: string, list: string): boolean {
  const row = ` ${tokensOf(text)
    .map((token) => token.text)
    .join(' ')} `;
  return words(list).some((phrase) => row.includes(` ${phrase} `));
}
