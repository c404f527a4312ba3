import { attributionFactor } from '../../attribute/attribute.js';
import { operationsTold, tokensOf } from '../../knowledge/cues.js';
import { words } from '../../knowledge/load.js';
import { stem } from '../../knowledge/stem.js';
import { hasWordOf } from '../../knowledge/word-pattern.js';
import type { Span } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { endsWithAny } from '../../text/ends.js';
import type { Meant, Product } from './meant.js';

/** An event that a passage tells in words; offsets count within the passage. */
interface ToldEvent {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly certainty: number;
}

const PHRASE_CERTAINTY = 0.7;

/** The events of a product's log that a passage tells in words, where the words mean the product. */
export function toldEvents(passage: Passage, product: Product, isMeant: Meant): readonly ToldEvent[] {
  if (passage.block.type === 'code') return [];
  const hits = operationsTold(product, passage);
  if (hits.length === 0) return [];
  const isTold = toldOfSomething(passage);
  return hits
    .filter((hit) => isMeant(passage, product, hit) && isTold(hit) && !isOfIntruders(passage, hit))
    .map(({ key, start, end }) => ({
      name: key,
      start,
      end,
      certainty: PHRASE_CERTAINTY * attributionFactor(passage, start, end),
    }));
}

const REPOSITORY_GONE = 'repo.destroy';
const REPOSITORIES = ['repo', 'repos', 'repository', 'repositories'];

/**
 * Whether a repository that is gone is the intruder's own: code or addresses were fetched from it, or somebody took it down. What stands behind
 * words that end in the repository ("deleted the repository") is of something else.
 */
function isOfIntruders({ text }: Passage, { key, start, end }: Span & { readonly key: string }): boolean {
  if (key !== REPOSITORY_GONE) return false;
  const sentence = sentenceAround(text, start, end);
  const isDeed = endsWithAny(text.slice(start, end).toLowerCase(), REPOSITORIES);
  return hasWordOf('intruders-repositories', text.slice(sentence.start, isDeed ? end : sentence.end));
}

/** Says of a place whether no word right before it says that there was nothing: "no deploy key was added". */
function toldOfSomething(passage: Passage): (at: Span) => boolean {
  const nothing = words('told-of-nothing').map(stem);
  const tokens = tokensOf(passage);
  const places = new Map(tokens.map((token, index) => [token.start, index]));
  return ({ start }) => {
    const index = places.get(start) ?? 0;
    const before = tokens[index - 1];
    return before === undefined || before.sentence !== tokens[index]?.sentence || !nothing.includes(before.stem);
  };
}
