import { escapeRegex, patternRegex } from '../../convert/text/patterns.js';
import type { Pattern } from '../../model/pattern.js';

/** The flags in front of a pattern's expression: any letter case unless `cased`, and wildcards that match line breaks. */
export function patternFlags({ shape }: Pattern, cased: boolean): string {
  return shape === 'mixed' ? (cased ? '(?s)' : '(?is)') : cased ? '' : '(?i)';
}

/** A pattern as a PCRE for `match()`, anchored like the pattern. */
export function patternPcre(pattern: Pattern, cased: boolean): string {
  return patternFlags(pattern, cased) + patternRegex(pattern);
}

/** A number as a separate word. */
export function numberPcre(value: number): string {
  const digits = escapeRegex(String(value));
  return value < 0 ? `${digits}\\b` : `\\b${digits}\\b`;
}

/** A rule's own regular expression with its flags in front. */
export function flaggedPcre(source: string, flags: string): string {
  return flags === '' ? source : `(?${flags})${source}`;
}
