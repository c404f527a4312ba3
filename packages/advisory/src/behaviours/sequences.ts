import type { Level, PlatformId } from '@tripline/sigma';
import { lazyData } from '../data-file.js';
import type { Behaviour } from '../model.js';
import { behaviourAt } from './behaviour-at.js';
import { deedFactor } from './hypothetical.js';
import type { Passage } from './passage.js';
import { compilePhrases, findPhrases, tokensOf } from './phrases.js';

/** One step of a sequence: what of an advisory tells it (one of `operations`, `commands`, `burst`, `phrases`), and what events show it. */
export interface SequenceStep {
  readonly name: string;
  readonly title: string;
  /** The sequence stands without it, as long as two steps are told. */
  readonly optional?: true;
  readonly operations?: readonly string[];
  /** Titles of commands' meanings; `*` for any command that no other step has. Their events are those of the commands told. */
  readonly commands?: readonly string[];
  /** A kind of burst: the step is its count. */
  readonly burst?: string;
  readonly phrases?: readonly string[];
  /** Values of the step's events by field and modifiers; `*` stands for the operations told. Commands and bursts bring their own. */
  readonly selection?: Readonly<Record<string, readonly (string | number)[] | '*'>>;
}

/** A behaviour that shows in what follows what. */
export interface SequenceKind {
  readonly platform: PlatformId;
  readonly ordered: boolean;
  /** The commands of all steps name the same file, task or service. */
  readonly linked?: true;
  readonly title: string;
  readonly description: string;
  readonly level: Level;
  readonly techniques: readonly string[];
  readonly logsource: { readonly product: string; readonly service?: string; readonly category?: string };
  readonly groupBy: readonly string[];
  readonly timespan: string;
  readonly steps: readonly SequenceStep[];
  readonly falsepositives: readonly string[];
}

const tables = lazyData('sequences.json', (raw: Readonly<Record<string, SequenceKind>>) => {
  const kinds = Object.entries(raw);
  const phrases = kinds.flatMap(([key, { steps }]) =>
    steps.flatMap((step) => (step.phrases === undefined ? [] : [[stepKey(key, step), step.phrases] as const])),
  );
  return { kinds, phrases: compilePhrases(Object.fromEntries(phrases)) };
});

/** All kinds of sequences by key. */
export function sequenceKinds(): readonly (readonly [string, SequenceKind])[] {
  return tables().kinds;
}

/** Under which value a step told in words is found. */
export function stepKey(kind: string, { name }: SequenceStep): string {
  return `${kind}/${name}`;
}

const CERTAINTY = 0.7;

/**
 * Steps told in nothing but words ("until one of them approved the prompt"), of the kinds whose count of events is among `bursts`: without
 * what came before, the words mean nothing.
 */
export function findSteps(passages: readonly Passage[], bursts: readonly Behaviour[]): readonly Behaviour[] {
  const { kinds, phrases } = tables();
  const told = new Set(bursts.map(({ value }) => value));
  const platforms = new Map(
    kinds
      .filter(([, { steps }]) => steps.some(({ burst }) => burst !== undefined && told.has(burst)))
      .map(([key, { platform }]) => [key, platform]),
  );
  if (platforms.size === 0) return [];
  return passages.flatMap((passage) => {
    if (passage.block.type === 'code') return [];
    return findPhrases(tokensOf(passage), phrases).flatMap((hit) => {
      const platform = platforms.get(hit.key.slice(0, hit.key.indexOf('/')));
      if (platform === undefined) return [];
      const certainty = CERTAINTY * deedFactor(passage, hit.start, hit.end);
      const rest = { kind: 'step', value: hit.key, platforms: [platform], details: {}, techniques: [] } as const;
      return [behaviourAt(passage, hit, certainty, rest)];
    });
  });
}
