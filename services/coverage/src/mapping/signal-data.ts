import { readFileSync } from 'node:fs';
import type { MappingSource, MappingStrength } from '@tripline/attack';
import type { NamingField, Signal, SignalValue } from './signal.js';

/** A signal in `data/signals.json`. Names of a field that differ between logs are given together: `dstport|dstPort`. */
export interface StoredSignal {
  readonly label: string;
  readonly fields: Readonly<Record<string, SignalValue>>;
  readonly spelt?: readonly string[];
  readonly broad?: readonly string[];
  readonly loose?: readonly string[];
  readonly exclusion?: readonly string[];
  readonly words?: readonly string[];
  readonly techniques: Readonly<Record<string, MappingStrength>>;
  /** Techniques that a public source names for it; the others are our own judgement. */
  readonly published?: Readonly<Record<string, MappingSource>>;
}

interface SignalFile {
  /** Identified by fields of CloudTrail records. */
  readonly cloudtrail: readonly StoredSignal[];
  /** Events that AWS services send to EventBridge themselves. */
  readonly eventbridge: readonly StoredSignal[];
  /** Lines of other logs: flow logs, Kubernetes audit, sshd. */
  readonly log: readonly StoredSignal[];
  /** Outcomes of CloudTrail events, or what they ask for, that show different techniques. */
  readonly outcomes: readonly {
    readonly source: string;
    readonly name: string;
    readonly outcome: string;
    readonly fields: Readonly<Record<string, SignalValue>>;
    readonly techniques: readonly string[];
  }[];
  /** Parameters of requests that these events of a service alone are about; the fields below them too. What others that may carry one show, such as an upload, is another matter. */
  readonly requests: readonly {
    readonly parameter: string;
    readonly source: string;
    readonly events: readonly string[];
  }[];
  /** Metrics of AWS that tell of an attack or of misuse, by namespace. */
  readonly metrics: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, MappingStrength>>>>>>;
  /** Namespaces and names that guides give to the metrics of filters on CloudTrail's log. */
  readonly logMetrics: { readonly namespaces: readonly string[]; readonly names: readonly string[] };
  readonly narrowing: {
    /** What an ordinary event has in the fields that tell outcome, MFA and kind of principal. A test that refuses it narrows the event. */
    readonly ordinary: Readonly<Record<string, SignalValue>>;
    /** Fields that tell who calls, from where and about what; `.*` stands for any field below. Any test of them narrows the event. */
    readonly fields: readonly string[];
  };
}

let file: SignalFile | undefined;

/** Our own judgement of what signals show, read at first use. The type is not checked, since the file is ours and reviewed. */
export function signalFile(): SignalFile {
  file ??= JSON.parse(readFileSync(new URL('../../data/signals.json', import.meta.url), 'utf8')) as SignalFile;
  return file;
}

/** A stored signal for the readers. */
export function storedSignal(stored: StoredSignal): Signal {
  const naming = new Map<string, NamingField>();
  const note = (names: readonly string[] | undefined, how: NamingField): void => {
    for (const name of names?.flatMap((alternatives) => alternatives.split('|')) ?? []) naming.set(name, how);
  };
  note(stored.loose, 'loose');
  note(stored.broad, 'broad');
  note(stored.spelt, 'spelt');
  return {
    label: stored.label,
    fields: new Map(
      Object.entries(stored.fields).flatMap(([names, value]) => names.split('|').map((name) => [name, value] as const)),
    ),
    naming,
    namedByExclusion: new Set(stored.exclusion),
    words: new Map(stored.words?.map((word) => [word, 'exact'])),
    techniques: Object.entries(stored.techniques).map(([techniqueId, strength]) => ({
      techniqueId,
      strength,
      category: 'detect',
      source: stored.published?.[techniqueId] ?? 'inferred',
    })),
  };
}
