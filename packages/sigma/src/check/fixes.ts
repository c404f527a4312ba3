import { isWords } from '../characters.js';
import type { SigmaErrorCode } from '../model/error.js';
import { MODIFIERS } from '../parse/modifiers.js';
import type { Finding, Fix } from './finding.js';
import { probablyMeant } from './slips.js';

/** The fix of a modifier that is a slip for one that there is; nothing for other errors. `path` ends with the item's key. */
export function modifierFix(code: SigmaErrorCode, path: string | undefined): { readonly fix?: Fix } {
  if (code !== 'UnknownModifier' || path === undefined) return {};
  for (const modifier of path.split('|').slice(1)) {
    const meant = MODIFIERS.has(modifier) ? undefined : probablyMeant(modifier, MODIFIERS);
    if (meant !== undefined) return { fix: { find: `|${modifier}`, replace: `|${meant}` } };
  }
  return {};
}

/**
 * A text with the fixes of its findings, and how many there were. A fix whose words do not stand where the finding is, or stand there twice,
 * is left out.
 */
export function applyFixes(
  text: string,
  findings: readonly Finding[],
): { readonly text: string; readonly fixed: number } {
  const lines = text.split('\n');
  let fixed = 0;
  const placed = findings
    .filter(({ fix, line, column }) => fix !== undefined && line !== undefined && column !== undefined)
    .sort((left, right) => (right.line ?? 0) - (left.line ?? 0) || (right.column ?? 0) - (left.column ?? 0));
  for (const { fix, line = 1, column = 1 } of placed) {
    const own = lines[line - 1];
    if (fix === undefined || own === undefined) continue;
    const at = placeOf(fix.find, own, column - 1);
    if (at === undefined) continue;
    lines[line - 1] = own.slice(0, at) + fix.replace + own.slice(at + fix.find.length);
    fixed++;
  }
  return { text: lines.join('\n'), fixed };
}

/** Where the words stand: at the place, behind its quotation mark, or, of a part of a key, within the key. */
function placeOf(find: string, line: string, place: number): number | undefined {
  const begin = ['"', "'"].includes(line[place] ?? '') ? place + 1 : place;
  if (line.startsWith(find, begin)) return begin;
  if (!find.startsWith('|')) return undefined;
  const end = line.indexOf(':', begin);
  const at = line.indexOf(find, begin);
  const isOnce = at >= 0 && line.indexOf(find, at + 1) < 0;
  return isOnce && (end < 0 || at < end) && !isWords(line.charAt(at + find.length)) ? at : undefined;
}
