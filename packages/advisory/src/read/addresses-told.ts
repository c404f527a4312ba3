import { hasWordOf } from '../knowledge/word-pattern.js';
import type { BlockRole } from '../model.js';
import { splitAtBlanks } from '../text/shape.js';
import type { DraftBlock } from './draft-block.js';
import { blockRole, isAddressAlone } from './role.js';

/** Longer sentences tell something and introduce no list. */
const WORDS_MAX = 30;

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
  return (block, section) => {
    const role = blockRole(block, section);
    const isAddress = isAddressAlone(block.text.trim());
    if (!isAddress) areTold = introducesAddresses(block);
    const isTold = isAddress && areTold && section === 'narrative';
    return { role: isTold ? 'indicators' : role, isTold };
  };
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
