import type { Note } from '../../convert/note.js';
import type { Tolerance } from '../../convert/walk.js';
import type { Column } from './column.js';

/** What rendering a test needs besides the test itself. */
export interface TestScope {
  /** In which direction the test may differ from the rule. */
  readonly tolerance: Tolerance;
  /** Records a loss; the part of the rule is filled in. */
  note(note: Omit<Note, 'part'>): void;
  /** The column of another field of the event, for `fieldref`. Undefined where it is not a single value. */
  column(field: string): Column | undefined;
}
