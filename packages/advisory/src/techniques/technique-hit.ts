import type { Span } from '../model.js';

/** One place that supports a technique, and how strongly. */
export interface TechniqueHit extends Span {
  readonly id: string;
  readonly confidence: number;
}
