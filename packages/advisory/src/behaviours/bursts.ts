import type { Level, PlatformId } from '@tripline/sigma';
import { lazyData } from '../data-file.js';
import type { Behaviour } from '../model.js';
import { deedFactor } from './hypothetical.js';
import { confidenceAt, type Passage, sentenceAround } from './passage.js';
import { compilePhrases, findPhrases, type PhraseTable, tokensOf } from './phrases.js';
import { isAbout, type Plane, planeMentions } from './planes.js';

/** A behaviour that shows in how often something happens, or to how many: what single events to count, and how. */
export interface BurstKind {
  readonly platform: PlatformId;
  /** The document must be about one of these; none: it must be about no identity provider. */
  readonly planes: readonly Plane[];
  /** Words that tell it by themselves. */
  readonly phrases?: readonly string[];
  /** Operations that tell it where the text says that they were made in numbers. */
  readonly operations?: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly level: Level;
  readonly techniques: readonly string[];
  readonly logsource: { readonly product: string; readonly service: string };
  /** Values of the counted events by field and modifiers; `*` stands for the operations told. */
  readonly selection: Readonly<Record<string, readonly (string | number)[] | '*'>>;
  readonly correlation: {
    readonly type: 'event_count' | 'value_count';
    readonly field?: string;
    readonly groupBy: readonly string[];
    readonly timespan: string;
    readonly threshold: number;
  };
  readonly falsepositives: readonly string[];
}

const tables = lazyData('bursts.json', (raw: Readonly<Record<string, BurstKind>>) => {
  const kinds = Object.entries(raw);
  const phrases: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
    kinds.map(([key, kind]) => [key, kind.phrases ?? []]),
  );
  return { kinds: new Map(kinds), phrases: compilePhrases(phrases) satisfies PhraseTable };
});

/** The kind of burst under a key of the table; undefined when there is none. */
export function burstKind(key: string): BurstKind | undefined {
  return tables().kinds.get(key);
}

const CERTAINTY = 0.7;
/** Words that say that something was done in numbers. */
const MANY =
  /\b(?:all(?: of)? (?:the|your|their|its|available|existing|objects|files|secrets|data|snapshots|backups)|all|every|each|many|numerous|multiple|several|dozens|hundreds|thousands|millions|large (?:number|amount|volume)s?|(?:high|unusual) (?:number|volume)s?|bulk|mass|en masse|one by one|individually|in quick succession|spike|burst|entire)\b/i;

/**
 * Behaviours that are counts: told by their own words, or by an operation in a sentence that says how many. `operations` are the operations
 * found in the same passages.
 */
export function findBursts(
  passages: readonly Passage[],
  operations: readonly Behaviour[],
  text: string,
): readonly Behaviour[] {
  const mentions = planeMentions(text);
  const about = (plane: Plane): boolean => isAbout(plane, mentions, text.length);
  const meant = ({ planes }: BurstKind): boolean =>
    planes.length > 0 ? planes.some(about) : !(['okta', 'entra'] as const).some(about);
  const { kinds, phrases } = tables();
  const found: Behaviour[] = [];
  const byOperation = new Map<string, string>();
  for (const [key, kind] of kinds) {
    if (!meant(kind)) continue;
    for (const operation of kind.operations ?? []) byOperation.set(operation.toLowerCase(), key);
  }
  const counted = operations
    .filter(({ value }) => byOperation.has(value.toLowerCase()))
    .sort((a, b) => a.start - b.start);
  let next = 0;
  for (const passage of passages) {
    while (next < counted.length && (counted[next] as Behaviour).start < passage.start) next += 1;
    if (passage.block.type === 'code') continue;
    for (const hit of findPhrases(tokensOf(passage), phrases)) {
      const kind = kinds.get(hit.key);
      if (kind === undefined || !meant(kind)) continue;
      // What a passage on detection says can be looked for is what was done.
      const doubt = passage.block.role === 'detection' ? 1 : deedFactor(passage, hit.start, hit.end);
      const certainty = CERTAINTY * doubt;
      found.push(burst(passage, hit.key, kind, hit.start, hit.end, certainty));
    }
    const end = passage.start + passage.text.length;
    for (let at = next; at < counted.length && (counted[at] as Behaviour).start < end; at += 1) {
      const operation = counted[at] as Behaviour;
      const key = byOperation.get(operation.value.toLowerCase());
      if (key === undefined || operation.end > end) continue;
      const [start, stop] = [operation.start - passage.start, operation.end - passage.start];
      const sentence = sentenceAround(passage.text, start, stop);
      if (!MANY.test(passage.text.slice(sentence.start, sentence.end))) continue;
      found.push(burst(passage, key, kinds.get(key) as BurstKind, start, stop, CERTAINTY));
    }
  }
  return found;
}

function burst(
  passage: Passage,
  key: string,
  { platform, techniques }: BurstKind,
  start: number,
  end: number,
  certainty: number,
): Behaviour {
  return {
    kind: 'burst',
    value: key,
    platforms: [platform],
    start: passage.start + start,
    end: passage.start + end,
    confidence: confidenceAt(passage, start, end, certainty),
    role: passage.block.role,
    details: { burst: key },
    techniques,
  };
}
