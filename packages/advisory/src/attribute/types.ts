import type { Span } from '../model.js';

/** Whose deed a sentence tells: the intruder's (their programs included), the defenders' or authors', a product's, or one of another report. */
export type Who = 'intruder' | 'defender' | 'product' | 'other-report';

/** Whether it was done, was not, could be, is said of things in general, or is advice. */
export type Whether = 'did' | 'did-not' | 'could' | 'general' | 'advice';

/** Where: the system or service whose logs would show it. */
export type Where =
  | 'windows'
  | 'linux'
  | 'macos'
  | 'container'
  | 'aws'
  | 'azure'
  | 'gcp'
  | 'okta'
  | 'entra'
  | 'm365'
  | 'google-workspace'
  | 'github'
  | 'web'
  | 'unknown';

/** Whose deed a stretch of text tells, whether it was done and where, with the words that say so and how sure that is (0..1). */
export interface Attribution {
  readonly who: Who;
  readonly whether: Whether;
  readonly where: Where;
  readonly cues: readonly Span[];
  readonly confidence: number;
}
