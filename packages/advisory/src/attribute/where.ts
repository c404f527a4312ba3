import { wordSet } from '../knowledge/load.js';
import { type Span, WHERE, type Where } from '../model.js';
import { once, onceEach } from '../once.js';
import type { Passage } from '../segment/passage.js';
import { type Token, tokensOf, tokensOfPassage, tokensOfSentence } from './cues.js';

const PLACES = WHERE.filter((where) => where !== 'unknown');

/** The systems that a word names. */
const placesNamed = once(() => {
  const places = new Map<string, Where[]>();
  for (const where of PLACES)
    for (const name of wordSet(`where-${where}`)) onceEach(places, () => [])(name).push(where);
  return places;
});

/** The system that a sentence names, or else its block, or else its headings; `unknown` where none names one. */
export function whereOf(passage: Passage, sentence: Span): { readonly where: Where; readonly cues: readonly Span[] } {
  const own = mostNamed(tokensOfSentence(passage, sentence), passage.start + sentence.start);
  if (own.where !== 'unknown') return own;
  return { where: whereAround(passage), cues: [] };
}

/** What blocks and their headings name, which each of their sentences asks. */
const whereAround = onceEach(new WeakMap<Passage, Where>(), (passage) => {
  const { where } = mostNamed(tokensOfPassage(passage), passage.start);
  return where === 'unknown' ? mostNamed(tokensOf(passage.block.headings.join(' ')), 0).where : where;
});

function mostNamed(
  tokens: readonly Token[],
  offset: number,
): { readonly where: Where; readonly cues: readonly Span[] } {
  const named = new Map<Where, Span[]>();
  for (const { text, start, end } of tokens)
    for (const where of placesNamed().get(text) ?? [])
      onceEach(named, () => [])(where).push({ start: offset + start, end: offset + end });
  let best: { where: Where; cues: readonly Span[] } = { where: 'unknown', cues: [] };
  for (const where of PLACES) {
    const cues = named.get(where) ?? [];
    if (cues.length > best.cues.length) best = { where, cues };
  }
  return best;
}
