import type { Level, Note, PlatformId, QueryLanguage, Status, TargetId } from '@tripline/sigma';
import type { RuleAttribution } from './attribution.js';
import type { Behaviour } from './behaviour.js';
import type { Cap, Span } from './document.js';
import type { Tlp } from './handling.js';
import type { Indicator } from './indicator.js';
import type { RuleMeasures } from './rule-measures.js';
import type { TechniqueModel } from './technique-model.js';
import type { JudgedThing, ThingNotKept } from './thing.js';

/** A technique that the document shows, with every place that supports it. */
export interface TechniqueFinding {
  readonly id: string;
  readonly name: string;
  readonly tactics: readonly string[];
  /** 0..1. */
  readonly confidence: number;
  readonly spans: readonly Span[];
  /**
   * Sub-techniques that the same places may mean, likeliest first; none is sure enough to be listed by itself. Absent where there are none.
   */
  readonly subtechniqueUnsure?: readonly UnsureSubtechnique[];
}

/** A sub-technique that a document may show, listed under its parent. */
export interface UnsureSubtechnique {
  readonly id: string;
  readonly name: string;
  /** 0..1. */
  readonly confidence: number;
}

/** The languages of published detections. Falcon and YARA are recognised only so that they are not read as anything else. */
export type DetectionLanguage = 'sigma' | QueryLanguage | 'falcon' | 'yara';

/** A rule or query that the document's author publishes for its readers. */
export interface PublishedDetection extends Span {
  readonly kind: 'published-detection';
  readonly language: DetectionLanguage;
  /**
   * The detection's text for a parser, as long as the span: quotes are straightened, and comments of one-line queries replaced by blanks.
   */
  readonly text: string;
}

/** What became of a rule or query that the document publishes. */
export interface PublishedDetectionOutcome extends Span {
  readonly language: DetectionLanguage;
  /** Keys of the rules that it gave. */
  readonly rules: readonly string[];
  /** Why it gave no rule, or fewer than it holds, and what its rules say differently. */
  readonly reasons: readonly string[];
  /** The licence it names for itself. */
  readonly licence?: string;
}

/** Everything found in a document, in the order of the text. */
export interface Evidence {
  readonly indicators: readonly Indicator[];
  readonly behaviours: readonly Behaviour[];
  readonly techniques: readonly TechniqueFinding[];
  /** Rules and queries that the author publishes for readers; their values are not among the behaviours. */
  readonly published: readonly PublishedDetection[];
  /** Values that a log may show, each with its role and deed. */
  readonly things: readonly JudgedThing[];
}

/** The source of a value in a rule: its place in the canonical text, or the named template that brought it. */
export type RuleEvidence =
  | {
      readonly field: string;
      readonly value: string;
      readonly quote: string;
      readonly start: number;
      readonly end: number;
    }
  | { readonly field: string; readonly value: string; readonly template: string };

/** An event as a log source would write it, for a rule's test. */
export type SampleEvent = Readonly<Record<string, unknown>>;

/** A drafted and proven rule, as the rules service answers it (`similar` and storage are the service's own). */
export interface GeneratedRule extends RuleMeasures {
  /** The Sigma id: UUIDv5 of document, platform and behaviour. */
  readonly key: string;
  readonly title: string;
  readonly description: string;
  /** Null for a rule of a log that belongs to none of the platforms; `log` says which. */
  readonly platform: PlatformId | null;
  readonly level: Level;
  /** `experimental`, except for a Sigma rule taken as its author wrote it. */
  readonly status: Status;
  /** Current ATT&CK ids. */
  readonly techniques: readonly string[];
  readonly yaml: string;
  readonly conversions: Readonly<Partial<Record<TargetId, string>>>;
  readonly notes: Readonly<Partial<Record<TargetId, readonly Note[]>>>;
  readonly evidence: readonly RuleEvidence[];
  /** For a correlation rule, `match` is one list of events that fires it together, and `noMatch` one that does not. */
  readonly tests: { readonly match: readonly SampleEvent[]; readonly noMatch: readonly SampleEvent[] };
  /** Who did what the text describes at the rule's evidence, whether it was done and where; null for a rule without a place in the text. */
  readonly attribution: RuleAttribution | null;
}

/** A rule that a document gave before. */
export type RuleBefore = Pick<GeneratedRule, 'key' | 'yaml'>;

/** What the caller may restrict. Defaults: all platforms, all targets, confidence 0.3, 200 rules. */
export interface GenerateOptions {
  readonly targets?: readonly TargetId[];
  readonly platforms?: readonly PlatformId[];
  /**
   * Ids of logs of the table. Where `platforms` restricts the rules, rules of these logs are given all the same: it is how rules of logs that
   * belong to no platform are asked for beside it.
   */
  readonly logs?: readonly string[];
  readonly minConfidence?: number;
  readonly maxRules?: number;
  /** The day on which the document was first read, ISO 8601: the `date` of rules where the document does not say when it was published. */
  readonly readOn?: string;
  /** Rules that the document gave when it was read before. One that looks for the same in the same log keeps its key, also where the engine would now give it another. */
  readonly before?: readonly RuleBefore[];
  /** Replaces the shipped technique model. Evaluation passes one that was not trained on the evaluated documents. */
  readonly techniqueModel?: TechniqueModel;
  /** Called at each step, for a progress display. */
  readonly onProgress?: (progress: GenerationProgress) => void;
}

/** The progress of a step: `done` of `total` where it can be counted. */
export interface GenerationProgress {
  readonly step: 'read' | 'evidence' | 'draft' | 'prove';
  readonly done: number;
  readonly total: number;
}

/** The result for a document. The same document, options and engine version give the same bytes. */
export interface GenerationResult {
  readonly rules: readonly GeneratedRule[];
  /** The commands and script lines that the document quotes where values of a rule stand, by the rule's key; at most five of a rule. */
  readonly quoted: Readonly<Record<string, readonly string[]>>;
  /** Where there are no rules: one sentence that says why, and what the sender may do about it. */
  readonly reason: string | null;
  readonly techniques: readonly TechniqueFinding[];
  readonly indicators: readonly Indicator[];
  /** One entry for every requested platform that got no rule, with the reason. */
  readonly skipped: readonly { readonly platform: PlatformId; readonly reason: string }[];
  /** Things of the document that gave no rule, at most 200, in the order of the text. */
  readonly notKept: readonly ThingNotKept[];
  readonly stats: {
    readonly characters: number;
    readonly blocks: number;
    readonly behaviours: number;
    readonly drafts: number;
    readonly publishedDetections: readonly PublishedDetectionOutcome[];
    /** The strictest mark of the Traffic Light Protocol that the document has or was given; null for none. */
    readonly tlp: Tlp | null;
    /** The language the document is written in, ISO 639-1; null where it has too few sentences to decide. The engine reads English. */
    readonly language: string | null;
    /** Bounds that were reached: in reading, in evidence, and in the values of rules. */
    readonly caps: readonly Cap[];
    readonly engineVersion: string;
  };
}
