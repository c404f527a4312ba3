import type { Deed, Thing } from '@tripline/telemetry';
import type { Span } from './document.js';

/** Whose a thing is. Rules are drafted of the first three alone. */
export const THING_ROLES = [
  'intruders',
  'abused',
  'partly-placeholder',
  'placeholder',
  'victims',
  'mentioned',
  'authors-build',
  'readers',
  'other-report',
] as const;

/**
 * Whose a thing is: the intruder's; a legitimate thing that the intruder abuses; a value of which a part stands for something else; a value
 * that does so as a whole; the victim's; legitimate and only mentioned; of the machine on which a program was built; what readers run, hunt
 * or mend; another report's.
 */
export type ThingRole = (typeof THING_ROLES)[number];

/** A thing that a document names: a value that a log may show. */
export interface FoundThing {
  /** What it is, in the vocabulary of the table of logs. */
  readonly thing: Thing;
  /** Refanged, without line breaks of the page; as the table's meaning of the thing asks for. */
  readonly value: string;
  /** Of a thing of two parts. */
  readonly name?: string;
  /** The parts that are known of a value that holds placeholders; at least two. */
  readonly parts?: readonly string[];
  /** Between two parts stands exactly one character. */
  readonly isByCharacter?: true;
  /** All its places, in the order of the text; at least one. */
  readonly spans: readonly Span[];
  /** The value may have been cut, so that no rule may ask for it. */
  readonly isCut?: true;
  /** Others have things of this value too, whoever brought this one: a rule on it is a hint. */
  readonly isCommon?: true;
  /** Every host has files of this name: only that many are written at once tells something. */
  readonly isEverywhere?: true;
  /** The one log that it is looked for in, where its form says so: an event id with its channel. */
  readonly seenIn?: string;
  /** The technique that it shows, where its form says so; things of one technique are a rule of their own. */
  readonly shows?: string;
  /** What a rule on it is called, where the table's row says less than the text. */
  readonly title?: string;
  /** Things of the same deed that narrow it. */
  readonly beside?: readonly FoundThing[];
  /** What the recogniser itself knows of its role. */
  readonly mark?: RoleFound;
  /** What the recogniser itself knows of its deed. */
  readonly deed?: Deed;
}

/** A role with the reason for it, in a few words for a person. */
export interface RoleFound {
  readonly role: ThingRole;
  readonly because: string;
  /** No rule asks for it, whatever the role: everybody has such a thing, or no log shows it. */
  readonly isLeftOut?: true;
}

/** A thing with its role, and its deed where the text tells it. */
export interface JudgedThing extends FoundThing, RoleFound {
  readonly deed?: Deed;
  /** Whether it stands in a list or table of indicators rather than in a sentence that tells a deed. */
  readonly isListed: boolean;
}

/** A thing of which no rule was drafted, and why. */
export interface ThingNotKept extends Span {
  readonly thing: Thing;
  readonly value: string;
  readonly role: ThingRole;
  readonly reason: string;
}
