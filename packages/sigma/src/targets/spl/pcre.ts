import { ANY, type Pattern } from '../../model/pattern.js';

const PCRE_SPECIAL = /[\\^$.|?*+()[\]{}]/g;

/** A pattern as a PCRE for `match()`, anchored like the pattern, with `(?i)` unless `cased`. */
export function patternPcre(pattern: Pattern, cased: boolean): string {
  const flags = pattern.shape === 'mixed' ? (cased ? '(?s)' : '(?is)') : cased ? '' : '(?i)';
  switch (pattern.shape) {
    case 'exact':
      return `${flags}^${escapePcre(pattern.literal)}$`;
    case 'startswith':
      return `${flags}^${escapePcre(pattern.literal)}`;
    case 'endswith':
      return `${flags}${escapePcre(pattern.literal)}$`;
    case 'contains':
    case 'any':
      return `${flags}${escapePcre(pattern.literal)}`;
    default:
      return flags + anchored(pattern);
  }
}

/** A whole text in any letter case. */
export function exactPcre(text: string): string {
  return `(?i)^${escapePcre(text)}$`;
}

/** A keyword as a PCRE for the raw event, not anchored. */
export function keywordPcre(pattern: Pattern, cased: boolean): string {
  const parts = pattern.parts.slice(pattern.parts[0] === ANY ? 1 : 0, pattern.parts.at(-1) === ANY ? -1 : undefined);
  return (pattern.shape === 'mixed' ? (cased ? '(?s)' : '(?is)') : cased ? '' : '(?i)') + inner(parts);
}

/** A number as a separate word. */
export function numberPcre(value: number): string {
  const digits = escapePcre(String(value));
  return value < 0 ? `${digits}\\b` : `\\b${digits}\\b`;
}

/** A rule's own regular expression with its flags in front. */
export function flaggedPcre(source: string, flags: string): string {
  return flags === '' ? source : `(?${flags})${source}`;
}

function anchored(pattern: Pattern): string {
  const { parts } = pattern;
  const from = parts[0] === ANY ? 1 : 0;
  const open = parts.at(-1) === ANY;
  return `${from === 1 ? '' : '^'}${inner(parts.slice(from, open ? -1 : undefined))}${open ? '' : '$'}`;
}

function inner(parts: Pattern['parts']): string {
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? escapePcre(part) : part === ANY ? '.*' : '.';
  return text;
}

function escapePcre(text: string): string {
  return text.replace(PCRE_SPECIAL, '\\$&');
}
