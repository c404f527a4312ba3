import type { Plane } from '../knowledge/behaviour.js';
import { words } from '../knowledge/load.js';
import type { AdvisoryDocument, Span } from '../model.js';
import { onceEach } from '../once.js';
import { type Passage, passageAt, sentenceAround } from '../segment/passage.js';
import { isWordCharacter } from '../text/characters.js';
import { literalPattern } from '../text/shape.js';

/** The clouds, clusters and identity providers, in the order in which they are counted. */
export const PLANES: readonly Plane[] = ['aws', 'azure', 'gcp', 'kubernetes', 'okta', 'entra'];

type Mentions = Readonly<Record<Plane, number>>;

/** The text counted last: several kinds ask about the same document in turn. */
let last: { readonly text: string; readonly mentions: Mentions } | undefined;

/** How often a document names each plane or its own terms. */
export function planeMentions(text: string): Mentions {
  if (last?.text !== text) {
    const counted = PLANES.map((plane) => [plane, mentionsOf(plane, text)]);
    last = { text, mentions: Object.fromEntries(counted) as Record<Plane, number> };
  }
  return last.mentions;
}

const patterns = onceEach(new Map<string, readonly RegExp[]>(), (name) => patternsOf(words(`plane-${name}`)));

/** Whether a text names Windows or what only its hosts have: a name there may be that of a call of its own interfaces. */
export function tellsOfWindows(text: string): boolean {
  return words('windows-hosts').some((name) => text.includes(name));
}

/** How often a text has a term of the word list `plane-NAME`. */
export function mentionsOf(name: string, text: string): number {
  return patterns(name).reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0);
}

/**
 * Expressions for the lines of a list: one for lines with capitals, which match as written, and one for lower-case lines, which match in
 * any case.
 */
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

/** A line as an expression that matches whole words; `*` is the rest of a word. */
function patternOf(line: string): string {
  const body = line.split('*').map(literalPattern).join('\\w*');
  return `${body}${isWordCharacter(line.at(-1)) ? '\\b' : ''}`;
}

/**
 * Whether a document is about a plane, so that an operation's bare name or a phrase means that plane: it is named often for the document's
 * length, and not much less often than another plane.
 */
export function isAbout(plane: Plane, mentions: Readonly<Record<Plane, number>>, characters: number): boolean {
  const own = mentions[plane];
  if (own === 0) return false;
  if (own < Math.min(4, Math.ceil(characters / 4000))) return false;
  const most = Math.max(...Object.values(mentions));
  return own >= most / 6;
}

/**
 * What a passage tells of a plane, from all that its words could mean there: everything where the document is about the plane; in one that is about others, what
 * stands in a sentence or under a heading that names the plane. Azure's name stands for its directory too.
 */
export function toldOf<T extends Span>(
  plane: Plane,
  { text }: Pick<AdvisoryDocument, 'text'>,
  told: (passage: Passage) => readonly T[],
): (passage: Passage) => readonly T[] {
  const mentions = planeMentions(text);
  if (isAbout(plane, mentions, text.length)) return told;
  const known = plane === 'entra' ? ['entra', 'azure'] : [plane];
  const names = (part: string): boolean => known.some((name) => mentionsOf(name, part) > 0);
  if (!names(text)) return () => [];
  return (passage) => {
    if (names(passage.block.headings.at(-1) ?? '')) return told(passage);
    if (!names(passage.text)) return [];
    return told(passage).filter(({ start, end }) => {
      const sentence = sentenceAround(passage.text, start, end);
      return names(passage.text.slice(sentence.start, sentence.end));
    });
  };
}

/**
 * Whether a block in which one of some places stands names a plane or a term of it: in a text that tells of hosts as well, what stands elsewhere is
 * of those.
 */
export function standsBeside(plane: Plane, doc: AdvisoryDocument, places: readonly Span[]): boolean {
  return places.some(({ start }) => {
    const passage = passageAt(doc, start);
    return passage !== undefined && mentionsOf(plane, passage.text) > 0;
  });
}
