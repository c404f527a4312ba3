import { tokensOf } from '../attribute/cues.js';
import { hasPhrase } from '../deeds/word-row.js';
import type { FoundThing, Span } from '../model.js';
import { saidBefore } from '../text/sentence-ends.js';
import { isNameOfUser } from './account.js';
import type { Page } from './page.js';

/** Finds mail addresses of the intruder from which mails come: those of the indicators that nobody is told to write to and no user is called by. */
export function findMailAddresses(page: Page): readonly FoundThing[] {
  return page.indicators
    .filter(
      ({ type, spans }) =>
        type === 'email' &&
        spans.length > 0 &&
        !spans.every((span) => isWrittenTo(page, span)) &&
        !spans.some(({ start }) => isNameOfUser(page.doc.text, start)),
    )
    .map(({ value, spans }) => ({
      thing: 'mail-address',
      value,
      deed: 'sent-by-mail',
      seenIn: 'network/mail-gateway',
      spans,
    }));
}

const SAID_MAX = 120;
/** The last words before an address that make it the one to which something goes: `to`, `to the address`. */
const TO_WORDS = 4;

/** Whether something is sent to an address: "victims send their numbers to …", "the archive is mailed to …". */
function isWrittenTo({ doc }: Page, { start }: Span): boolean {
  const said = saidBefore(doc.text, start, SAID_MAX).toLowerCase();
  const isTo = tokensOf(said)
    .slice(-TO_WORDS)
    .some(({ text }) => text === 'to');
  return isTo && hasPhrase(said, 'sent-words');
}
