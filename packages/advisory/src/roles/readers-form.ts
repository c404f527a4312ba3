import { isExampleHost } from '../attribute/target-host.js';
import { wordSet } from '../knowledge/load.js';
import type { AdvisoryDocument, FoundThing, Span } from '../model.js';
import { type Passage, passageAt } from '../segment/passage.js';
import { isLetter, isWordCharacter } from '../text/characters.js';
import { OPENING_QUOTES } from '../text/ends.js';
import { isNumber } from '../text/shape.js';
import { skip, stretchesOf } from '../text/stretches.js';

/** Longest name of a line of a rule. */
const NAME_MAX = 40;
/** Names that a report has in place of its victim's. */
const LEFT_OUT: ReadonlySet<string> = new Set(['redacted', 'victim']);
/** Things of a request that are of whoever sends it, and not of the weakness that it tries. */
const SENDERS: ReadonlySet<string> = new Set(['user-agent', 'domain', 'url', 'ip-address']);

/** Why the form that a thing stands in makes it the author's or the reader's; undefined where it does not. */
export function whyOfReaders(doc: AdvisoryDocument, { thing, value }: FoundThing, span: Span): string | undefined {
  const passage = passageAt(doc, span.start);
  if (passage === undefined) return undefined;
  if (thing === 'url' && isProofOfConcept(value)) return 'it is where somebody published a proof of concept';
  if (isRuleLine(passage.text)) return 'it stands in a line of a rule that the author publishes';
  if (SENDERS.has(thing) && isOfTester(passage)) return 'a tester sends it to a host that stands for another';
  return undefined;
}

/** Whether an address is that of a collection of code whose name, or whose owner's, says that it shows a flaw. A file in one may have been fetched. */
function isProofOfConcept(address: string): boolean {
  const [host = '', owner, name, ...rest] = address.toLowerCase().split('/');
  if (owner === undefined || name === undefined || rest.some((part) => part !== '')) return false;
  if (!wordSet('hosts-of-code').has(host)) return false;
  const words = stretchesOf(`${owner} ${name}`, isWordCharacter).flatMap(({ text }) => text.split('_'));
  return name.startsWith('cve-') || words.some((word) => wordSet('proofs-of-concept').has(word));
}

/** Whether a block is a line on the author or the sources of a rule for files whose frame the page has lost: `author = "…"`. */
function isRuleLine(text: string): boolean {
  const end = skip(text, 0, isWordCharacter, NAME_MAX);
  const isAssigned = text.startsWith(' = ', end) && OPENING_QUOTES.includes(text.charAt(end + 3));
  return isAssigned && wordSet('rule-line-names').has(text.slice(0, end).toLowerCase());
}

/** Whether a block of code is a request to a host that stands for another: the author of a proof of concept or its reader sends it. */
function isOfTester({ block, text }: Passage): boolean {
  if (block.type !== 'code') return false;
  const label = '\nhost:';
  const at = text.toLowerCase().indexOf(label);
  if (at < 0) return false;
  const from = at + label.length;
  const line = text.indexOf('\n', from);
  const host = text
    .slice(from, line < 0 ? text.length : line)
    .trim()
    .toLowerCase();
  const [name = '', port = ''] = host.split(':');
  // What is left out of a victim's log has brackets or says so.
  return isLetter(name[0]) && !LEFT_OUT.has(name) && (port === '' || isNumber(port)) && isExampleHost(name);
}
