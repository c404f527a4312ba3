import type { Level, PlatformId } from '@tripline/sigma';

/** Sigma's levels. */
export const LEVELS: readonly Level[] = ['informational', 'low', 'medium', 'high', 'critical'];

/** The planes whose operations are told in names or words that mean something else elsewhere. */
export type Plane = 'aws' | 'azure' | 'gcp' | 'kubernetes' | 'okta' | 'entra';

/** Where a thing is done. */
export type Place = Plane | 'windows' | 'linux';

/**
 * Values by field and modifiers (`Image|endswith`), all of which hold together. A slot stands for what the advisory tells: `{operations}` for
 * the operations' names, `{sources}` for the services they are of.
 */
type Values = Readonly<Record<string, readonly (string | number)[]>>;

/** A Sigma log source. */
interface KnownLogsource {
  readonly product?: string;
  readonly category?: string;
  readonly service?: string;
}

/** It shows in a single event. */
export interface SeenOnce {
  readonly platform: PlatformId;
  readonly logsource: KnownLogsource;
  /** Ways by which it shows: one of them is enough. */
  readonly selection: readonly Values[];
  /** What ordinary events of the kind have. */
  readonly filter?: Values;
}

/** It shows in how often something happens, or to how many. */
export interface SeenCounted extends SeenOnce {
  readonly correlation: {
    readonly type: 'event_count' | 'value_count';
    readonly field?: string;
    readonly 'group-by': readonly string[];
    readonly timespan: string;
    readonly gte: number;
  };
}

/** One step of a sequence: what tells it (one of `operations`, `commands`, `behaviour`, `phrases`), and what events show it. */
export interface KnownStep {
  readonly name: string;
  readonly title: string;
  /** The sequence stands without it, as long as two steps are told. */
  readonly optional?: boolean;
  readonly operations?: readonly string[];
  /** Titles of commands' meanings; `*` for any command that no other step has. Their events are those of the commands told. */
  readonly commands?: readonly string[];
  /** The id of a counted behaviour: the step is its count. */
  readonly behaviour?: string;
  readonly phrases?: readonly string[];
  /** The step's events. Commands and behaviours bring their own. */
  readonly selection?: Values;
}

/** It shows in what follows what. */
export interface SeenInSequence {
  readonly platform: PlatformId;
  readonly logsource: KnownLogsource;
  readonly correlation: {
    readonly type: 'temporal' | 'temporal_ordered';
    readonly 'group-by': readonly string[];
    readonly timespan: string;
  };
  /** The commands of all steps name the same file, task or service. */
  readonly linked?: boolean;
  readonly steps: readonly KnownStep[];
}

/** Something an actor does, how reports tell it, and how it is seen: one file of `knowledge/behaviours`. */
export interface KnownBehaviour {
  /** The file's name. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Current ATT&CK ids. */
  readonly techniques: readonly string[];
  readonly level: Level;
  /** A document must be about one of these places; absent: wherever. */
  readonly where?: readonly Place[];
  /** A document about one of these places tells something else by the same words. */
  readonly unless?: readonly Place[];
  /** Phrases of the cue language that tell it by themselves, and operations that tell it where the text says that they were made in numbers. */
  readonly told?: { readonly phrases?: readonly string[]; readonly operations?: readonly string[] };
  /** A file's path, a command, or a registry key that has one of these tells it with more detail. */
  readonly 'covered-by'?: {
    readonly files?: readonly string[];
    readonly commands?: readonly string[];
    readonly registry?: readonly string[];
  };
  readonly seen: SeenOnce | SeenCounted | SeenInSequence;
  /** Why it matters to a defender; absent: what is said of its techniques. */
  readonly why?: string;
  readonly falsepositives: readonly string[];
}

/** Whether a behaviour shows in what follows what. */
export function isSequence(seen: KnownBehaviour['seen']): seen is SeenInSequence {
  return 'steps' in seen;
}

/** Whether a behaviour shows in a count of events. */
export function isCounted(seen: KnownBehaviour['seen']): seen is SeenCounted {
  return 'correlation' in seen && !isSequence(seen);
}
