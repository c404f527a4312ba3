import { tokensOf } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import { saidBefore } from '../text/sentence-ends.js';

/** How many words before an address may say what it is: "sender IP of the mails:". */
const WORDS_BEFORE = 8;
const CHARACTERS_BEFORE = 100;

/**
 * Whether the words before an address, in its own line and sentence, say that mails were sent from there: "Sender IP of the mails: …", "the messages
 * came from …". A mail gateway shows it, and no host connects to it. `start` is the place of the address in the text.
 */
export function isMailSource(text: string, start: number): boolean {
  const words = tokensOf(saidBefore(text, start, CHARACTERS_BEFORE))
    .slice(-WORDS_BEFORE)
    .map((token) => token.text);
  return (
    words.some((word) => wordSet('mail-words').has(word)) &&
    words.some((word) => wordSet('words-of-senders').has(word)) &&
    !words.some((word) => wordSet('negations').has(word))
  );
}
