import { hasWordOf } from '../knowledge/word-pattern.js';
import type { BlockRole } from '../model.js';
import { isAddress } from '../segment/web-address.js';
import { closesWith } from '../text/ends.js';
import { hasAny, splitAtBlanks } from '../text/shape.js';
import type { DraftBlock } from './draft-block.js';
import { blockRole, hasHash, headingRole, isAddressAlone } from './role.js';

/** Longer sentences tell something and introduce no list. */
const WORDS_MAX = 30;
const CAPTION_MAX = 300;
const TITLE_MAX = 120;

/** A block's role, and whether it is an address that the words above it call the intruder's: a link there is the page's doing. */
export interface RoleInList {
  readonly role: BlockRole;
  readonly isTold: boolean;
}

/**
 * Gives the roles of blocks in the order of the text. A web address alone in its block leads away from the article, unless the words above
 * it and its like say that such addresses are the intruder's.
 */
export function rolesInOrder(): (block: DraftBlock, section: BlockRole) => RoleInList {
  let areTold = false;
  let areAlerts = false;
  return (block, section) => {
    areAlerts = introducesAlerts(block) || (areAlerts && isTitle(block));
    const role = areAlerts && section !== 'indicators' ? 'remediation' : blockRole(block, section);
    const isRow = block.type === 'table-row';
    const isAlone = isAddressAlone((isRow ? (block.text.split(' | ', 1)[0] as string) : block.text).trim());
    if (!isAlone && !(areTold && isEntry(block)))
      areTold = introducesAddresses(block) || isOfIndicators(block, areTold);
    const isOfIntruder = areTold && section === 'narrative';
    const isTold = isAlone && isOfIntruder;
    return { role: isTold || (isOfIntruder && isPath(block.text.trim())) ? 'indicators' : role, isTold };
  };
}

const ENTRY_WORDS_MAX = 8;

/** Whether a block may stand among the addresses of a list, as the other strings of a program do. */
function isEntry({ type, text }: DraftBlock): boolean {
  const isSentence = closesWith(text.trimEnd(), '.:');
  return type !== 'heading' && !isSentence && splitAtBlanks(text).length <= ENTRY_WORDS_MAX;
}

/** Whether a text is one path of Windows. */
function isPath(text: string): boolean {
  const rest = text.startsWith('%') ? text.slice(text.indexOf('%', 1) + 1) : text.slice(2);
  return rest.startsWith('\\') && !hasAny(text, ' \n\t');
}

/** Whether a block ends with words that introduce the titles of alerts. */
function introducesAlerts({ type, text }: DraftBlock): boolean {
  return type !== 'code' && text.length <= CAPTION_MAX && hasWordOf('captions-of-alerts', text);
}

/** Whether a block may be the title of an alert: short, and no sentence. */
function isTitle({ type, text }: DraftBlock): boolean {
  const isOfList = type === 'list-item' || type === 'paragraph' || type === 'heading';
  return isOfList && text.length <= TITLE_MAX && !text.trimEnd().endsWith('.');
}

/** Most words of a line that is a value of a list or the label of one. */
const LABEL_WORDS_MAX = 5;

/** Whether a short line stands in a list of indicators: one of its values, its title, or the label of a part ("Payload"). */
function isOfIndicators({ type, text }: DraftBlock, areTold: boolean): boolean {
  const words = splitAtBlanks(text);
  if (type === 'code' || words.length > LABEL_WORDS_MAX) return false;
  const [first = ''] = words;
  if (hasHash(text) || isAddress(first.split(':', 1)[0] ?? '')) return true;
  const role = headingRole([text], '');
  return (
    role === 'indicators' || (areTold && role === 'narrative' && (type === 'table-row' || isTitle({ type, text })))
  );
}

function introducesAddresses({ type, text }: DraftBlock): boolean {
  const words = text.trimEnd();
  if (type === 'code' || !words.endsWith(':')) return false;
  const last = words.slice(words.lastIndexOf('. ') + 1);
  return (
    splitAtBlanks(last).length <= WORDS_MAX &&
    hasWordOf('address-words', last) &&
    hasWordOf('captions-of-addresses', last) &&
    !hasWordOf('captions-for-readers', last)
  );
}
