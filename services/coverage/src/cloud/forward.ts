import type { DetectionSubject } from './detection-model.js';

/** Events or findings of a cell that go to another account of the provider, or to another scope of the same one, where detections may see them. */
export interface Forward {
  /** The account's number or name at its provider, and its scope. */
  readonly account: string;
  readonly scope: string;
  /** The service whose cell there tells which detections see them. */
  readonly reader: string;
  /** What takes them there; a detection that sees what it takes names it in its `hears`. */
  readonly into: string;
  /** How they go there, in the provider's words: `guardduty_administrator`. */
  readonly via: string;
  /** What is forwarded, in the words of detections; null for everything that a detection there looks for. */
  readonly subject: DetectionSubject | null;
}
