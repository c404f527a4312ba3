import { startsOf } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { AdvisoryDocument } from '../model.js';
import { onceEach } from '../once.js';
import { type Passage, passagesOf } from '../segment/passage.js';
import { firstWord, hasBlank } from '../text/shape.js';
import { hasCue } from './cues.js';

/** How many of a lead-in's last characters are read: what stands before them is about something else. */
const LEAD_CHARACTERS = 300;
const ADVICE: ReadonlySet<string> = new Set(['advice-lead']);

/**
 * The list items of a document whose lead-in gives advice: the paragraph right before the list ends with a colon and is about remediation
 * or about what readers should do.
 */
export function advisedItems(passages: readonly Passage[]): ReadonlySet<Passage> {
  const found = new Set<Passage>();
  let advised = false;
  for (const passage of passages) {
    const { type } = passage.block;
    if (type === 'list-item') {
      if (advised) found.add(passage);
      continue;
    }
    const text = passage.text.trim();
    advised = type === 'paragraph' && text.endsWith(':') && hasCue(text.slice(-LEAD_CHARACTERS), ADVICE);
  }
  return found;
}

const SPARED: ReadonlySet<string> = new Set(['spared']);
const SPARED_FROM_SCANS: ReadonlySet<string> = new Set(['spared-from-scans']);
const ENDED: ReadonlySet<string> = new Set(['ended']);
const HONEST: ReadonlySet<string> = new Set(['honest-list']);
const LISTED: ReadonlySet<string> = new Set(['list-item', 'table-row', 'code']);
/** Longer paragraphs tell something and are no lines of a list that lost its marks. */
const LINE_MAX = 120;

/**
 * The lists of a document whose heading or lead-in says that a program of the intruder's leaves alone what they name, or ends it, or that it is
 * somebody's honest own: items, rows and code, of what it ends only items of one word. A line with more may be the command that ends it.
 */
export const sparedLists = onceEach(new WeakMap<AdvisoryDocument, ReadonlySet<Passage>>(), (doc) => {
  const found = new Set<Passage>();
  let lead = '';
  for (const passage of passagesOf(doc)) {
    const { type } = passage.block;
    const text = passage.text.trim();
    if (lead !== '' && isHonest(lead) && (LISTED.has(type) || isNameFirst(text))) found.add(passage);
    else if (!LISTED.has(type)) {
      const isLead = type === 'heading' || text.endsWith(':');
      lead = isLead ? text.slice(text.lastIndexOf('. ', text.length - 3) + 1).slice(-LEAD_CHARACTERS) : '';
    } else if (lead !== '' && (isSpared(lead) || (!hasBlank(text) && hasCue(lead, ENDED)))) found.add(passage);
  }
  return found;
});

/** Whether a lead-in calls what follows honest, and not something that the intruder put to use. */
const isHonest = (lead: string): boolean =>
  hasCue(lead, HONEST) &&
  !hasWordOf('put-to-use', lead) &&
  !startsOf('good-but-abused').test(lead) &&
  !startsOf('taken-over').test(lead);

/** Whether a short line begins with the name of a file: "fen.exe (Fen service)". */
const isNameFirst = (text: string): boolean =>
  text.length <= LINE_MAX && firstWord(text).slice(0, -1).includes('.') && !text.endsWith(':');

const isSpared = (lead: string): boolean => hasCue(lead, SPARED) && !hasCue(lead, SPARED_FROM_SCANS);
