import type { Plane } from '../knowledge/behaviour.js';
import { words } from '../knowledge/load.js';

const PLANES: readonly Plane[] = ['aws', 'azure', 'gcp', 'kubernetes', 'okta', 'entra'];

type Mentions = Readonly<Record<Plane, number>>;

/** The text counted last: several kinds ask for the same document, one after the other. */
let last: { readonly text: string; readonly mentions: Mentions } | undefined;

/** How often a document names each plane or its own terms. */
export function planeMentions(text: string): Mentions {
  if (last?.text !== text) {
    const counted = PLANES.map((plane) => [plane, mentionsOf(plane, text)]);
    last = { text, mentions: Object.fromEntries(counted) as Record<Plane, number> };
  }
  return last.mentions;
}

const patterns = new Map<string, readonly RegExp[]>();

/** How often a text has a term of the word list `plane-NAME`. */
export function mentionsOf(name: string, text: string): number {
  const known = patterns.get(name) ?? patternsOf(words(`plane-${name}`));
  patterns.set(name, known);
  return known.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0);
}

/** Expressions for the lines of a list: one for those as written, one for those in lower case, which stand for any letters' case. */
function patternsOf(lines: readonly string[]): readonly RegExp[] {
  const isAnyCase = (line: string): boolean => line === line.toLowerCase();
  const any = (chosen: readonly string[], flags: string): readonly RegExp[] =>
    chosen.length === 0 ? [] : [new RegExp(`\\b(?:${chosen.map(patternOf).join('|')})`, flags)];
  return [
    ...any(
      lines.filter((line) => !isAnyCase(line)),
      'g',
    ),
    ...any(lines.filter(isAnyCase), 'gi'),
  ];
}

/** A line up to the end of a word; a star is the rest of a word. */
function patternOf(line: string): string {
  const body = line.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '\\w*');
  return `${body}${/\w$/.test(line) ? '\\b' : ''}`;
}

/**
 * Whether a document is about a plane enough that an operation's bare name or a phrase means that plane's: named often for its length, and
 * not only in passing beside another plane that has the same words.
 */
export function isAbout(plane: Plane, mentions: Readonly<Record<Plane, number>>, characters: number): boolean {
  const own = mentions[plane];
  if (own === 0) return false;
  if (own < Math.min(4, Math.ceil(characters / 4000))) return false;
  const most = Math.max(...Object.values(mentions));
  return own >= most / 6;
}
