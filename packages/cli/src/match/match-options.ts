import type { CollectionOptions } from '../rule-collection.js';

/** The options of `tripline match` as the command line gives them. */
export interface MatchCommandOptions extends CollectionOptions {
  readonly rule: readonly string[];
  readonly format: 'text' | 'jsonl';
  readonly explain: boolean;
}
