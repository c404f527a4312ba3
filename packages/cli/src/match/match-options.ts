import type { EventShape } from '@tripline/sigma';
import type { CollectionOptions } from '../rule-collection.js';

/** How a command that runs rules over events reads both. */
export interface EventOptions extends CollectionOptions {
  /** The shape that all events have; without it that of each is recognised. */
  readonly eventsAs?: EventShape;
  /** `default`, `none`, and files and folders of processing pipelines. */
  readonly pipeline: readonly string[];
  /** Ends at the first thing that cannot be read. */
  readonly strict: boolean;
  /** Reads files on as they grow. */
  readonly follow: boolean;
  readonly threads?: number;
}

/** The options of `tripline match` as the command line gives them. */
export interface MatchCommandOptions extends EventOptions {
  readonly rule: readonly string[];
  readonly format: 'text' | 'jsonl';
  readonly explain: boolean;
}
