import type { Span } from './document.js';

/**
 * Who did what a sentence describes: the intruder (with their programs), the defenders or authors, a product, or the actors of another
 * report.
 */
export const WHO = ['intruder', 'defender', 'product', 'other-report'] as const;
export type Who = (typeof WHO)[number];

/** Whether it was done, was not done, could be done, is a general statement, or is advice. */
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
 * Who did what a part of the text describes, whether it was done and where, with the words that say so (offsets of the canonical text) and
 * the confidence (0..1).
 */
export interface Attribution {
  readonly who: Who;
  readonly whether: Whether;
  readonly where: Where;
  readonly spans: readonly Span[];
  readonly confidence: number;
}

/** The attribution of a rule's evidence; of several places, the one that most clearly describes an action of the intruder. */
export type RuleAttribution = Pick<Attribution, 'who' | 'whether' | 'where' | 'spans'>;
