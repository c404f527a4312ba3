import type { Span } from './document.js';

/** Whose deed a sentence tells: the intruder's (their programs included), the defenders' or authors', a product's, or one of another report. */
export const WHO = ['intruder', 'defender', 'product', 'other-report'] as const;
export type Who = (typeof WHO)[number];

/** Whether it was done, was not, could be, is said of things in general, or is advice. */
export const WHETHER = ['did', 'did-not', 'could', 'general', 'advice'] as const;
export type Whether = (typeof WHETHER)[number];

/** Where: the system or service whose logs would show it. */
export const WHERE = [
  'windows',
  'linux',
  'macos',
  'container',
  'aws',
  'azure',
  'gcp',
  'okta',
  'entra',
  'm365',
  'google-workspace',
  'github',
  'web',
  'unknown',
] as const;
export type Where = (typeof WHERE)[number];

/**
 * Whose deed a stretch of text tells, whether it was done and where, with the words that say so (offsets of the canonical text) and how sure
 * that is (0..1).
 */
export interface Attribution {
  readonly who: Who;
  readonly whether: Whether;
  readonly where: Where;
  readonly spans: readonly Span[];
  readonly confidence: number;
}

/** What a rule says of the place it rests on: of several, the one that speaks most for a deed of the intruder. */
export type RuleAttribution = Pick<Attribution, 'who' | 'whether' | 'where' | 'spans'>;
