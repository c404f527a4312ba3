import { startsOf, wordSet } from '../knowledge/load.js';
import { hasWordOf, listPattern } from '../knowledge/word-pattern.js';
import type { BlockRole } from '../model.js';
import { isDigit, isHexDigit, isWordCharacter } from '../text/characters.js';
import { trimEndOf } from '../text/ends.js';
import { hasAnyPart, hasBlank, lettersOf, splitAtBlanks } from '../text/shape.js';
import { type CharacterClass, isAll, skip, stretchesOf } from '../text/stretches.js';
import type { DraftBlock } from './draft-block.js';

const REFERENCES = listPattern(String.raw`^(?:\d+[.)]?\s*)?{headings-references}\W*$`, 'i');
const INDICATORS = listPattern(
  String.raw`\b{heading-words-indicators}\b|^(?:network|host|file)[- ]based\b|^(?:{indicator-qualifiers} ){0,2}{headings-indicators}\W*$`,
  'i',
);

/**
 * The role of a section by its headings: the innermost one that says it decides. The document's own title never does: the text of
 * "Detecting X" still says what X did.
 */
export function headingRole(headings: readonly string[], title: string): BlockRole {
  const plainTitle = lettersOf(title);
  const isTitle = (heading: string): boolean => {
    const letters = lettersOf(heading);
    return letters.length > plainTitle.length / 2 && plainTitle.startsWith(letters);
  };
  for (const heading of headings.toReversed()) {
    if (heading.length > 160 || startsOf('heading-words-actor').test(heading) || isTitle(heading)) continue;
    if (REFERENCES().test(heading)) return 'references';
    if (INDICATORS().test(heading)) return 'indicators';
    if (hasWordOf('heading-words-detection', heading)) return 'detection';
    if (hasWordOf('heading-words-remediation', heading) || namesProduct(heading)) return 'remediation';
  }
  return 'narrative';
}

/** Whether a heading is the name of a security product and nothing more. */
function namesProduct(heading: string): boolean {
  return wordSet('headings-products').has(trimEndOf(heading.toLowerCase(), ': '));
}

const ADVICE_START = listPattern(
  String.raw`^\W*(?:{advised-people} (?:also )?(?:strongly |highly )?{advised-to}|{advice-openers})(?!\w)`,
  'i',
);
const HUNT_START = listPattern(
  String.raw`^\W*(?:{hunt-verbs} (?:for|on|the|any|all|when|your)\b|(?:the )?following (?:quer(?:y|ies)|rules?|detections?)\b|defenders (?:can|should) (?:hunt|look|monitor|search))`,
  'i',
);
/** The grammars of YARA, Suricata, Sigma, SPL, KQL and EQL. */
const RULE_LANGUAGE = listPattern(
  String.raw`^(?:(?:rule|private rule|global rule) \w+\s*(?::[\w ]+)?\s*\{|alert (?:tcp|udp|http|dns|tls|ip) |title:\s.+\n(?:.*\n)*?logsource:|index\s*=\s*\S+|sourcetype\s*=|{hunting-tables}\b|{eql-openers} (?:where|by) )`,
);

/** Marks of addresses that are made not to be followed. */
const DEFANGED = ['[.]', '(.)', '[dot]', 'hxxp'];

/** The role of one block in its section. What the block itself says may overrule the section. */
export function blockRole(block: DraftBlock, section: BlockRole): BlockRole {
  if (block.type === 'heading') return section;
  const { text } = block;
  if (block.type === 'code' && RULE_LANGUAGE().test(text.slice(0, 2000))) return 'detection';
  if (section !== 'narrative') return section;
  if (isReference(block)) return 'references';
  if ((block.type === 'table-row' || block.type === 'list-item') && isIndicatorRow(text)) return 'indicators';
  if (block.type === 'code') return 'narrative';
  const label = labelOf(text);
  if (wordSet('labels-detection').has(label)) return 'detection';
  if (wordSet('labels-remediation').has(label)) return 'remediation';
  const opening = text.slice(0, 200);
  if (HUNT_START().test(opening)) return 'detection';
  if (ADVICE_START().test(opening)) return 'remediation';
  return 'narrative';
}

const LABEL_MAX = 30;

/** The words before a colon with more text behind it, in small letters; empty where the text does not begin so. */
function labelOf(text: string): string {
  const colon = text.slice(0, LABEL_MAX).indexOf(':');
  return text[colon + 1] === ' ' ? text.slice(0, Math.max(colon, 0)).toLowerCase() : '';
}

/** Whether a text is a web address, with a number or a mark before it, and nothing else. One of every host leads nowhere. */
export function isAddressAlone(text: string): boolean {
  const isMark: CharacterClass = (character) => !isWordCharacter(character);
  const number = skip(text, skip(text, 0, isMark, 4), isDigit, 4);
  const address = text.slice(skip(text, number, isMark, 4));
  const scheme = ['http://', 'https://'].find((each) => address.startsWith(each));
  return scheme !== undefined && !['', '*'].includes(address.charAt(scheme.length)) && !hasBlank(address);
}

/** Whether a list item or paragraph is a link and little else, which leads away from the article. */
function isReference(block: DraftBlock): boolean {
  if (block.type !== 'list-item' && block.type !== 'paragraph') return false;
  if (isAddressAlone(block.text)) return true;
  if (!block.links?.length) return false;
  const linked = block.links.reduce((sum, link) => sum + link.end - link.start, 0);
  return linked >= block.text.length * 0.9 && block.text.length > 12;
}

function isIndicatorRow(text: string): boolean {
  if (text.length >= 2000) return false;
  const isShort = splitAtBlanks(text).length <= 12;
  return hasHash(text) || (isShort && hasAnyPart(text.toLowerCase(), DEFANGED));
}

/** Whether a text has a long hexadecimal number, which tells an indicator row from prose. */
export function hasHash(text: string): boolean {
  return stretchesOf(text, isWordCharacter).some(
    (word) => word.text.length >= 32 && word.text.length <= 128 && isAll(word.text, isHexDigit),
  );
}
