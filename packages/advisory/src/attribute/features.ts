import type { Block } from '../model.js';
import { cueHits, type Token, tokensOf } from './cues.js';

/** Words at a sentence's beginning that most likely name who acts. */
const SUBJECT_WORDS = 5;

/** What the classifier is told of a sentence, each feature once, with the first words it rests on: its cues and where they stand. */
export function featuresOf(text: string, block: Pick<Block, 'role' | 'type'>): ReadonlyMap<string, readonly Token[]> {
  const tokens = tokensOf(text);
  const found = new Map<string, readonly Token[]>([
    [`role:${block.role}`, []],
    [`type:${block.type}`, []],
  ]);
  const add = (name: string, words: readonly Token[]): void => {
    if (!found.has(name)) found.set(name, words);
  };
  for (const { group, first, last } of cueHits(tokens)) {
    const words = tokens.slice(first, last + 1);
    add(`cue:${group}`, words);
    if (first < SUBJECT_WORDS) add(`early:${group}`, words);
    if (first === 0) add(`first:${group}`, words);
  }
  return found;
}
