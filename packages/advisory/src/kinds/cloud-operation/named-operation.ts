import type { Span } from '../../model.js';

/** An operation named or told in a passage; offsets within the passage. */
export interface NamedOperation extends Span {
  /** The service that AWS gives as the event's source; other clouds' names say it. */
  readonly source?: string;
  readonly name: string;
  readonly certainty: number;
}
