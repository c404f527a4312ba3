import type { Level, PlatformName } from '@tripline/sigma';
import type { Behaviour } from '../model.js';

/** Sigma's levels. */
export const LEVELS: readonly Level[] = ['informational', 'low', 'medium', 'high', 'critical'];

/** The planes whose operations have names or words that mean something else elsewhere. */
export type Plane = 'aws' | 'azure' | 'gcp' | 'kubernetes' | 'okta' | 'entra';

/** The system on which something is done. */
export type Place = Plane | 'windows' | 'linux' | 'macos';

/**
 * Values by field and modifiers (`Image|endswith`); all must hold. A slot stands for what the advisory mentions: `{operations}` for the
 * operations' names, `{sources}` for their services, `{programs}` for programs that are told to be started.
 */
type Values = Readonly<Record<string, readonly (string | number)[]>>;

/** A Sigma log source. */
interface KnownLogsource {
  readonly product?: string;
  readonly category?: string;
  readonly service?: string;
}

/** A behaviour that shows in a single event. */
export interface SeenOnce {
  /** The platform whose log shows it; null for a log of which none is, as that of macOS. */
  readonly platform: PlatformName | null;
  readonly logsource: KnownLogsource;
  /** Alternatives: one of them is enough. */
  readonly selection: readonly Values[];
  /** Values of ordinary events, which are left out. */
  readonly filter?: Values;
}

/** A behaviour that shows in how often something happens, or to how many. */
export interface SeenCounted extends SeenOnce {
  readonly correlation: {
    readonly type: 'event_count' | 'value_count';
    readonly field?: string;
    readonly 'group-by': readonly string[];
    readonly timespan: string;
    readonly gte: number;
  };
}

/**
 * One step of a sequence: how reports describe it (one of `operations`, `commands`, `behaviour`; `phrases` alone or beside operations or
 * commands), and which events show it.
 */
export interface KnownStep {
  readonly name: string;
  readonly title: string;
  /** Whether the sequence may lack it, as long as two steps are found. */
  readonly optional?: boolean;
  readonly operations?: readonly string[];
  /** Titles of commands' meanings; `*` is any command that no other step has. The step's events are those of the commands found. */
  readonly commands?: readonly string[];
  /** The id of a counted behaviour: the step is its count. */
  readonly behaviour?: string;
  readonly phrases?: readonly string[];
  /** The step's events. Those of commands that were found and of behaviours are their own. */
  readonly selection?: Values;
}

/** A behaviour that shows in a sequence of events. */
export interface SeenInSequence {
  readonly platform: PlatformName | null;
  readonly logsource: KnownLogsource;
  readonly correlation: {
    readonly type: 'temporal' | 'temporal_ordered';
    readonly 'group-by': readonly string[];
    readonly timespan: string;
  };
  /** Whether the commands of all steps must name the same file, task or service. */
  readonly linked?: boolean;
  readonly steps: readonly KnownStep[];
}

/** Something an actor does, how reports describe it, and how logs show it: one file of `knowledge/behaviours`. */
export interface KnownBehaviour {
  /** The file's name. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Current ATT&CK ids. */
  readonly techniques: readonly string[];
  readonly level: Level;
  /** A document must be about one of these systems; any document when absent. */
  readonly where?: readonly Place[];
  /** In a document about one of these systems the same words mean something else. */
  readonly unless?: readonly Place[];
  /**
   * How reports describe it: phrases, and operations that count where the text says that they were made in large numbers. Phrases do not count in a
   * sentence with one of `except`, which says that their words mean something else, nor in a document with one of `except-anywhere`, which names
   * another way of doing it. Where there are phrases `with`, which name the means that the log shows, one must stand in that sentence or next to it.
   */
  readonly told?: {
    readonly phrases?: readonly string[];
    readonly except?: readonly string[];
    readonly 'except-anywhere'?: readonly string[];
    readonly with?: readonly string[];
    readonly operations?: readonly string[];
  };
  /**
   * It is left out where a file's path, a command or a registry key of the document contains one of these, or where the document has evidence of
   * one of these kinds (`scheduled-task`), which shows it in more detail.
   */
  readonly 'covered-by'?: {
    readonly kinds?: readonly Behaviour['kind'][];
    readonly files?: readonly string[];
    readonly commands?: readonly string[];
    readonly registry?: readonly string[];
  };
  readonly seen: SeenOnce | SeenCounted | SeenInSequence;
  /** Why it matters to a defender; when absent, the sentence of its techniques is used. */
  readonly why?: string;
  readonly falsepositives: readonly string[];
}

/** Whether a behaviour shows in a sequence of events. */
export function isSequence(seen: KnownBehaviour['seen']): seen is SeenInSequence {
  return 'steps' in seen;
}

/** Whether a behaviour shows in a count of events. */
export function isCounted(seen: KnownBehaviour['seen']): seen is SeenCounted {
  return 'correlation' in seen && !isSequence(seen);
}
