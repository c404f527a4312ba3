import type { BlockRole, Whether, Who } from '../model.js';

/** A group of `knowledge/cues/` that settles who and whether by itself. */
export interface DecisiveCue {
  readonly group: string;
  readonly whether: Whether;
  /** Absent where the cue does not say who. */
  readonly who?: Who;
  /**
   * Where the cue may stand: at most this many characters before a finding, anywhere in its sentence, within the finding, or up to a little
   * after its beginning; right before the noun phrase that the finding is in, or a list that it is in, or behind the finding with nothing else
   * told between.
   */
  readonly reach: number | 'sentence' | 'within' | 'through' | 'onto' | 'list' | 'behind';
  /** The factors on the confidence: for what the text quotes, and for what it describes in words. */
  readonly quoted?: number;
  readonly told?: number;
  /** Only in blocks of this role; elsewhere the role itself says it. */
  readonly role?: BlockRole;
  /** What it applies to is no evidence, whatever the form of a thing says by itself. */
  readonly isExcluding?: true;
  /** A group of cues that cancels this one, or several of which any does. */
  readonly unless?: string | readonly string[];
}

/** Deeds of others than the intruder: what they did right is no evidence. */
const OTHERS_DEED = {
  whether: 'did',
  who: 'defender',
  reach: 'sentence',
  quoted: 0.25,
  isExcluding: true,
  unless: 'intruders-part',
} as const;

/** What readers are told to do. */
const TO_READERS = {
  whether: 'advice',
  who: 'defender',
  reach: 'sentence',
  quoted: 0.75,
  told: 0.35,
  role: 'narrative',
} as const;

/** What a sentence tells of nobody in the intrusion. */
const OF_NOBODY = {
  whether: 'general',
  reach: 'sentence',
  quoted: 0.25,
  told: 0.25,
  role: 'narrative',
  isExcluding: true,
} as const;

/** In the order in which they are tried; the first that applies decides. */
export const DECISIVE_CUES: readonly DecisiveCue[] = [
  { group: 'authors-work', whether: 'did', who: 'defender', reach: 'through', quoted: 0.3, told: 0.3 },
  { group: 'denied', whether: 'did-not', reach: 120, quoted: 0.25, isExcluding: true, unless: 'not-hindered' },
  { group: 'denied-before', whether: 'did-not', reach: 80, quoted: 0.25, isExcluding: true, unless: 'not-hindered' },
  { group: 'avoided', whether: 'did-not', reach: 1, quoted: 0.25, isExcluding: true, unless: 'not-hindered' },
  { group: 'denied-thing', whether: 'did-not', reach: 'onto', quoted: 0.25, isExcluding: true, unless: 'not-hindered' },
  {
    group: 'denied-behind',
    whether: 'did-not',
    reach: 'behind',
    quoted: 0.25,
    isExcluding: true,
    unless: 'not-hindered',
  },
  {
    group: 'possible-behind',
    whether: 'could',
    reach: 'behind',
    quoted: 0.25,
    told: 0.25,
    role: 'narrative',
    isExcluding: true,
    unless: 'happened-after-all',
  },
  {
    group: 'spared',
    whether: 'did-not',
    reach: 'list',
    quoted: 0.25,
    told: 0.25,
    isExcluding: true,
    unless: 'spared-from-scans',
  },
  { group: 'denied-undoing', whether: 'did-not', reach: 'behind', unless: 'not-hindered' },
  { group: 'done-by-others', ...OTHERS_DEED },
  { group: 'rightly-done', ...OTHERS_DEED },
  { group: 'never-run', whether: 'did-not', reach: 'sentence', quoted: 0.25, told: 0.25, isExcluding: true },
  {
    group: 'only-planned',
    whether: 'did-not',
    reach: 80,
    quoted: 0.25,
    told: 0.25,
    isExcluding: true,
    unless: 'in-preparation',
  },
  {
    group: 'hypothetical',
    whether: 'could',
    reach: 120,
    quoted: 0.25,
    told: 0.25,
    role: 'narrative',
    isExcluding: true,
    unless: 'happened-after-all',
  },
  {
    group: 'other-intruders',
    whether: 'did',
    who: 'other-report',
    reach: 'sentence',
    quoted: 0.25,
    told: 0.25,
    role: 'narrative',
    isExcluding: true,
  },
  { group: 'trends', ...OF_NOBODY, unless: 'this-case' },
  { group: 'products-detect', whether: 'general', reach: 'sentence', told: 0.35, role: 'narrative' },
  { group: 'documentation', ...OF_NOBODY, unless: ['intruders-part', 'victims-part'] },
  { group: 'is-common', whether: 'general', reach: 'behind', told: 0.35, role: 'narrative', unless: 'this-case' },
  { group: 'readers', ...TO_READERS },
  { group: 'asks-to-look', ...TO_READERS },
  {
    group: 'advised',
    whether: 'advice',
    who: 'defender',
    reach: 'sentence',
    quoted: 0.4,
    told: 0.35,
    role: 'narrative',
    unless: 'intruders-purpose',
  },
  { group: 'general-start', whether: 'general', reach: 120, told: 0.35, unless: 'happened-before' },
  { group: 'on-condition', whether: 'could', reach: 80, told: 0.35 },
  { group: 'passive-modal', whether: 'could', reach: 'within', told: 0.35 },
  { group: 'compared', whether: 'general', who: 'other-report', reach: 40, told: 0.35 },
  { group: 'looked-for', whether: 'did', reach: 60 },
  { group: 'hindsight', whether: 'did-not', reach: 'sentence', told: 0.35 },
  { group: 'attackers-may', whether: 'could', who: 'intruder', reach: 80, told: 0.6 },
  { group: 'not-achieved', whether: 'could', reach: 120, told: 0.35, unless: 'achieved' },
  { group: 'merely-possible', whether: 'could', reach: 120 },
];
