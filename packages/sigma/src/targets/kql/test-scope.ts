import type { Note } from '../../convert/note.js';
import type { Tolerance } from '../../convert/walk.js';
import type { Column } from './column.js';

/** What rendering a test needs besides the test itself. */
export interface TestScope {
  /** Which way the place of the test may be wrong. */
  readonly tolerance: Tolerance;
  /** Records a loss, with the part of the rule filled in. */
  note(note: Omit<Note, 'part'>): void;
  /** The column of another field of the event, for `fieldref`. Undefined where it is not reachable as one value. */
  column(field: string): Column | undefined;
}
