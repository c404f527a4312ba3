import type { ControlMapping, GapFacts, Technique } from '@tripline/attack';
import type { Closing, GapPlace } from './closing.js';
import type { LogNeed } from './declared-reading.js';
import type { DetectionSubject } from './detection-model.js';
import type { FoundDetection } from './found-detection.js';
import type { FeedGapWord, LogGap } from './log-feed.js';
import type { ProviderName } from './provider.js';
import type { StatusWord } from './status-word.js';

/** A log that shows a technique. */
export interface ShowingLog {
  /** Its id; no two providers have the same. */
  readonly log: string;
  /** What a person calls it, and the product that writes it. */
  readonly name: string;
  readonly product: string;
  /** The service whose cells tell whether it arrives. */
  readonly service: string;
  /** Of data events, the type of the resources; else null. */
  readonly resourceType: string | null;
  /** ATT&CK's data components that it has events of. */
  readonly dataComponents: readonly string[];
  /** What is missing where nothing keeps it. */
  readonly withoutSource: LogGap;
  /**
   * The events that show the technique by themselves, with the scope that alone has them; null for events that arrive where they are made.
   * Empty where ATT&CK names the log, and no single event shows the technique.
   */
  readonly events: readonly { readonly source: string; readonly name: string; readonly scope: string | null }[];
}

/** What is known of a provider without looking into an account; `factsOf` gives each provider's. */
export interface ProviderFacts {
  /** Its name, which stands before its words in the API: `aws:trail_stopped`. */
  readonly name: ProviderName;
  /** Why its detections are not active: each reason with what it means. */
  readonly statusWords: Readonly<Record<string, StatusWord>>;
  /** Why its feeds do not bring what they take. */
  readonly feedGaps: Readonly<Record<string, FeedGapWord>>;
  /** How sentences call its scopes: `region`; one is `an AWS region`, such as `eu-west-1`. */
  readonly scope: { readonly noun: string; readonly kind: string; readonly example: string };
  /** ATT&CK's platforms whose techniques an account is counted over. */
  readonly attackPlatforms: readonly string[];
  /** Those techniques, by id: the denominator of coverage. */
  techniques(): readonly Technique[];
  /** The scopes in which the events of a technique arrive: every one, or only these. */
  eventScopes(techniqueId: string): 'all' | readonly string[];
  /** Whether a detection of a service could show a technique, which matters where it was not read. @throws Error for an unknown service */
  couldShow(service: string, techniqueId: string): boolean;
  /** The techniques that a detection shows or hinders. */
  mapDetection(found: FoundDetection): readonly ControlMapping[];
  /** The techniques of what is forwarded from a scope. */
  mapForwarded(subject: DetectionSubject, scope: string): readonly ControlMapping[];
  /** The logs that show a technique. */
  logsShowing(techniqueId: string): readonly ShowingLog[];
  /** The log of what a declared rule needs, with its events. */
  logOfNeed(need: LogNeed): ShowingLog;
  /** The service whose calls enter an account: what it refuses is refused by the trust in us, and not for want of a permission. */
  readonly entrance: string;
  /** The permission that the account's role needs for an operation of a service; undefined where a scan asks for none. */
  permissionOf(service: string, operation: string): string | undefined;
  /** Whether the calls that an organisation's policy names (`OrganizationPolicy.forbids`) have the one that an event records. */
  forbids(calls: readonly string[], event: { readonly source: string; readonly name: string }): boolean;
  /** What is known of a technique that an account does not cover. */
  gapFacts(techniqueId: string, state: { readonly partial: boolean }): GapFacts;
  /** What closes a gap in the account itself, and which of its detections that is told from. */
  readonly closings: {
    /** The types of detections that are asked for whatever their state, with what they watch. */
    readonly types: readonly string[];
    /** Why a detection is off that can be switched on. */
    readonly reasons: readonly string[];
    /** The cheapest first; only what our tables know to cover the technique. */
    of(gap: GapPlace): readonly Closing[];
  };
}
