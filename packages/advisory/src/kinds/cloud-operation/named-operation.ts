import type { Span } from '../../model.js';

/** An operation that a passage names or describes; offsets within the passage. */
export interface NamedOperation extends Span {
  /** The service that AWS gives as the event's source. In other clouds it is part of the name. */
  readonly source?: string;
  readonly name: string;
  readonly certainty: number;
}

/** Words of a capital and small letters with another such part behind it: `CreateUser`. */
export const NAME_WITH_HUMPS = /\b[A-Z][a-z]+(?:[A-Z][a-z0-9]+)+\b/g;
