import { attributionAt } from '../attribute/attribute.js';
import { tokensOf } from '../attribute/cues.js';
import { isSharingHost } from '../indicators/host-rules.js';
import { wordSet } from '../knowledge/load.js';
import type { AdvisoryDocument, Span } from '../model.js';
import { type Passage, passageAt } from '../segment/passage.js';
import type { WebAddress } from '../segment/web-address.js';
import { lowerEnding } from '../text/ends.js';
import { splitAtBlanks } from '../text/shape.js';

/** How many words before an address are read for one that says that it is reached. */
const WORDS_BEFORE = 8;
const CHARACTERS_BEFORE = 160;
/** From this on a sentence's reading that speaks against the intruder counts. */
const LIKELY = 0.6;
/** From this on it is sure that the intruder did it. */
const SURE = 0.8;
/** Marks after which nothing of what stood before is said of the address: the end of a sentence, of a link's words, an item of a list. */
const ENDS = ['. ', '](', '\n- ', ' - ', '; ', '! ', '? '];

/**
 * Whether the words right before an address say that the intruder or a program of theirs reaches it: "sends a POST request to: …", "curl -O …".
 * The sentence as a whole does not say it: reports link to much where they tell what was done.
 */
export function isReached(doc: AdvisoryDocument, span: Span): boolean {
  const passage = passageAt(doc, span.start);
  if (passage === undefined || passage.block.type === 'heading') return false;
  if (!saysAnyOf('reached-words', wordsBefore(doc, passage, span.start))) return false;
  return isIntruders(passage, span);
}

/** Whether nothing surely says that what is told at a place is not the intruder's deed. */
function isIntruders(passage: Passage, span: Span): boolean {
  const at = { start: span.start - passage.start, end: Math.min(span.end - passage.start, passage.text.length) };
  const { who, whether, confidence } = attributionAt(passage, at);
  return (who === 'intruder' && whether === 'did') || confidence < LIKELY || passage.block.type === 'code';
}

/** How many parts of a path name a collection of code itself: its owner and its name. */
const COLLECTION_PARTS = 2;
/** Shorter paths tell nobody's file. */
const FILE_PATH_MIN = 8;

/**
 * Whether the words right before an address say that a file is fetched from it or lies there, and its path is that of one file: what a host
 * that everybody uses has at such a path is somebody's own.
 */
export function isFetchedFile(doc: AdvisoryDocument, { host, path }: WebAddress, span: Span): boolean {
  const passage = passageAt(doc, span.start);
  if (passage === undefined || passage.block.type === 'heading' || path.length < FILE_PATH_MIN) return false;
  const [page = ''] = path.split('?', 1);
  const isFile =
    wordSet('started-file-endings').has(lowerEnding(page)) || wordSet('stored-endings').has(lowerEnding(page));
  const isOfCode = wordSet('hosts-of-code').has(host);
  const parts = page.split('/').filter((part) => part !== '').length;
  if (isOfCode ? parts <= COLLECTION_PARTS : !isFile && !isSharingHost(host)) return false;
  if (passage.block.role === 'indicators') return isFile;
  if (!saysAnyOf('fetched-words', wordsBefore(doc, passage, span.start))) return false;
  // What the makers of a program offer is fetched by everybody: only an intruder's fetch tells of one.
  return isOfCode || isSharingHost(host) ? isIntruders(passage, span) : isToldOf(doc, span);
}

/** Whether the sentence of a place surely says that the intruder did something. */
export function isToldOf(doc: AdvisoryDocument, span: Span): boolean {
  const passage = passageAt(doc, span.start);
  if (passage === undefined || passage.block.role !== 'narrative') return false;
  const at = { start: span.start - passage.start, end: Math.min(span.end - passage.start, passage.text.length) };
  const read = attributionAt(passage, at);
  return read.who === 'intruder' && read.whether === 'did' && read.confidence >= SURE;
}

/** Whether the words right before an address in a section for readers say that they get something there: "the tool can be downloaded from …". */
export function isOffered(doc: AdvisoryDocument, span: Span): boolean {
  const passage = passageAt(doc, span.start);
  const role = passage?.block.role;
  if (passage === undefined || (role !== 'detection' && role !== 'remediation')) return false;
  return saysAnyOf('offered-words', wordsBefore(doc, passage, span.start));
}

/** The clause before a place: of its own block, or, where it stands first in it, of the paragraph that ends with a colon before it. */
function wordsBefore(doc: AdvisoryDocument, passage: Passage, place: number): string {
  const own = doc.text.slice(Math.max(passage.start, place - CHARACTERS_BEFORE), place);
  if (own.trim() !== '' || passage.start < 3) return own;
  const before = doc.text.slice(Math.max(0, passage.start - CHARACTERS_BEFORE), passage.start).trimEnd();
  return before.endsWith(':') ? before.slice(before.lastIndexOf('\n') + 1) : '';
}

/** Whether one of the last words before an address is one of a list; the words of other addresses before it say nothing. */
function saysAnyOf(list: string, before: string): boolean {
  const from = Math.max(...ENDS.map((end) => before.lastIndexOf(end)));
  const said = splitAtBlanks(from < 0 ? before : before.slice(from + 1)).filter((word) => !word.includes('://'));
  const words = tokensOf(said.join(' ')).slice(-WORDS_BEFORE);
  return words.some(({ text }) => wordSet(list).has(text));
}
