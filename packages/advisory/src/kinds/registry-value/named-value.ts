import { wordTexts } from '../../knowledge/load.js';
import { hasWordOf } from '../../knowledge/word-pattern.js';
import type { Span } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { isWordCharacter, placesOf } from '../../text/characters.js';

/** A known value of the registry that a sentence names without its key. */
export interface NamedValue extends Span {
  /** The whole path. */
  readonly path: string;
}

/** Finds known values that a sentence on the registry says were set: "sets the EnableLinkedConnections registry value". Places are the passage's. */
export function namedValues({ text }: Passage): readonly NamedValue[] {
  const lower = text.toLowerCase();
  if (!lower.includes('registry')) return [];
  return [...wordTexts('registry-value-names')].flatMap(([name, path]) =>
    placesOf(lower, name.toLowerCase()).flatMap((start) => {
      const end = start + name.length;
      if (isWordCharacter(text[start - 1]) || isWordCharacter(text[end]) || text[start - 1] === '\\') return [];
      const sentence = sentenceAround(text, start, end);
      const said = text.slice(sentence.start, sentence.end);
      const isSet = hasWordOf('registry-changed', said) && said.toLowerCase().includes('registry');
      return isSet ? [{ path, start, end }] : [];
    }),
  );
}
