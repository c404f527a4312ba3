import type { Attribution, BlockRole, Span, Who } from '../model.js';
import { onceEach, onceEachPart } from '../once.js';
import { type Passage, sentenceAround } from '../segment/passage.js';
import { hasAny } from '../text/shape.js';
import { cueHits, type Token, tokensOfPassage, tokensOfSentence } from './cues.js';
import { DECISIVE_CUES, type DecisiveCue } from './decisive-cues.js';
import { endsClause, isDeniedBehind, isDeniedThing, isOtherClause, turns } from './denial.js';
import { classify, distinctSpans, type Guess } from './model.js';
import { whereOf } from './where.js';

/** A decisive cue that applies to a place, with the words of the cue (offsets of the canonical text). */
interface Bearing {
  readonly cue: DecisiveCue;
  readonly at: Span;
}

/** How many characters after the beginning of a finding its cue may still begin: "… x.dll we created". */
const THROUGH = 24;
/** How many characters a list that a cue introduces may have before the finding. */
const LIST_REACH = 160;
/** What is left of the classifier's confidence where the grammar says otherwise. */
const UNSURE = 0.5;

/**
 * Who did what a part of a passage describes, whether it was done, and where. A decisive cue in its sentence settles who and whether.
 * Without one, a classifier trained on labelled sentences decides. `at` counts within the passage.
 */
export function attributionAt(passage: Passage, at: Span): Attribution {
  const sentence = sentenceAround(passage.text, at.start, at.end);
  const bearings = bearingsOn(passage, at);
  const { guess, where } = sentenceRead(passage, sentence);
  const cues = [...bearings.map(({ at: span }) => span), ...where.cues];
  const first = bearings[0]?.cue;
  if (first === undefined) {
    const offset = passage.start + sentence.start;
    const words = guess.cues.map(({ start, end }) => ({ start: start + offset, end: end + offset }));
    const isDeniedOther = guess.whether === 'did-not' && deniesElsewhere(passage, sentence);
    return {
      who: guess.who,
      whether: isDeniedOther ? 'did' : guess.whether,
      where: where.where,
      spans: distinctSpans([...words, ...cues]),
      confidence: isDeniedOther ? UNSURE : guess.confidence,
    };
  }
  const who: Who = first.who ?? guess.who;
  return { who, whether: first.whether, where: where.where, spans: distinctSpans(cues), confidence: 0.9 };
}

/** Whether a sentence has a denial, which then does not reach what it is asked about: the classifier counts its words all the same. */
function deniesElsewhere(passage: Passage, sentence: Span): boolean {
  return decisiveCues(passage, sentence).some(({ group }) => EXCLUDING_GROUPS.has(group));
}

/** How likely each role describes what the actor did. Remediation and reference lists fall below the default minimum of 0.3. */
const ROLE_TRUST: Readonly<Record<BlockRole, number>> = {
  narrative: 1,
  indicators: 0.9,
  detection: 0.75,
  references: 0.2,
  remediation: 0.2,
};

/**
 * How sure it is that the actor did what stands at a place: `base`, lowered by the block's role and where the text denies it, advises it,
 * or says that the authors did it. Offsets count within the passage.
 */
export function confidenceAt(passage: Passage, start: number, end: number, base: number): number {
  let confidence = base * ROLE_TRUST[passage.block.role];
  for (const { cue } of bearingsOn(passage, { start, end })) confidence *= cue.quoted ?? 1;
  return Math.round(confidence * 1000) / 1000;
}

/**
 * The factor for a mere possibility in a passage that describes a technique and nobody's actions: there, what can be done is the subject.
 */
const OF_TECHNIQUE = 0.5;

/**
 * The factor for an action described in words: 1 when nothing speaks against the actor having done it, less where its sentence describes a
 * possibility, a general rule, an instruction, or the authors' own work. Offsets count within the passage.
 */
export function attributionFactor(passage: Passage, start: number, end: number): number {
  const bearings = bearingsOn(passage, { start, end });
  const doubt = bearings.find(({ cue }) => cue.told !== undefined)?.cue;
  if (doubt?.told === undefined) return 1;
  const possible = doubt.group === 'not-achieved' && bearings.some(({ cue }) => cue.group === 'merely-possible');
  return possible && tellsTechnique(passage) ? OF_TECHNIQUE : doubt.told;
}

/** Whether a passage describes what attackers may do. */
const tellsTechnique = onceEach(
  new WeakMap<Passage, boolean>(),
  (passage) => cueHits(tokensOfPassage(passage), ATTACKERS_MAY).length > 0,
);

/** Whether the text says that what stands at a place did not happen, or that others rightly did it. Offsets count within the passage. */
export function isExcluded(passage: Passage, at: Span): boolean {
  return bearingsOn(passage, at).some(({ cue }) => cue.isExcluding === true);
}

/**
 * Whether the words right before a place say that something else is compared with it ("RemoteExec, which is similar to PsExec"), or that victims
 * looked for it.
 */
export function isCompared(passage: Passage, at: Span): boolean {
  return bearingsOn(passage, at).some(({ cue }) => cue.group === 'compared' || cue.group === 'looked-for');
}

const DECISIVE_GROUPS: ReadonlySet<string> = new Set(
  DECISIVE_CUES.flatMap(({ group, unless = [] }) => [group, unless].flat()),
);
const EXCLUDING_GROUPS: ReadonlySet<string> = new Set(
  DECISIVE_CUES.flatMap(({ group, isExcluding }) => (isExcluding === true ? [group] : [])),
);
const ATTACKERS_MAY: ReadonlySet<string> = new Set(['attackers-may']);

/** The place of a decisive cue; offsets within the passage. */
interface CuePlace extends Span {
  readonly group: string;
}

/** What a whole sentence describes: the classifier's answer, and where it happened. */
interface SentenceRead {
  readonly guess: Guess;
  readonly where: ReturnType<typeof whereOf>;
}

const sentenceRead = onceEachPart(
  (passage: Passage, sentence): SentenceRead => ({
    guess: classify(passage, sentence),
    where: whereOf(passage, sentence),
  }),
);

const decisiveCues = onceEachPart((passage: Passage, sentence): readonly CuePlace[] => {
  const tokens = tokensOfSentence(passage, sentence);
  return cueHits(tokens, DECISIVE_GROUPS).map(({ group, first, last }) => ({
    group,
    start: sentence.start + (tokens[first] as Token).start,
    end: sentence.start + (tokens[last] as Token).end,
  }));
});

const bearingsOn = onceEachPart((passage: Passage, at): readonly Bearing[] => {
  const hits = decisiveCues(passage, sentenceAround(passage.text, at.start, at.end));
  if (hits.length === 0) return [];
  const groups = new Set(hits.map(({ group }) => group));
  const found: Bearing[] = [];
  for (const cue of DECISIVE_CUES) {
    if (!groups.has(cue.group) || [cue.unless ?? []].flat().some((group) => groups.has(group))) continue;
    if (cue.role !== undefined && passage.block.role !== cue.role) continue;
    for (const span of hits) {
      if (span.group !== cue.group) continue;
      if (!bears(cue, span, at, passage.text)) continue;
      found.push({ cue, at: { start: passage.start + span.start, end: passage.start + span.end } });
      break;
    }
  }
  return found;
});

/**
 * Whether a cue at one place applies to what stands at another. Most cues must stand before it, in the same clause and not too far away.
 */
function bears(cue: DecisiveCue, { start, end }: Span, at: Span, text: string): boolean {
  switch (cue.reach) {
    case 'sentence':
      return true;
    case 'within':
      return start >= at.start && end <= at.end;
    case 'through':
      return end <= at.start + THROUGH;
    case 'onto':
      return end <= at.start && isDeniedThing(text, end, at.start, at.end);
    case 'list':
      return end <= at.start && at.start - end <= LIST_REACH && !turns(text, end, at.start);
    case 'behind':
      return start >= at.end && isDeniedBehind(text.slice(at.end, start));
    default:
      return end <= at.start && at.start - end <= cue.reach && isSaidOf(cue, text, end, at.start);
  }
}

/** Whether what a cue says still holds behind the words between: a denial ends with its clause, other cues with their sentence. */
function isSaidOf({ whether, isExcluding }: DecisiveCue, text: string, from: number, to: number): boolean {
  const between = text.slice(from, to);
  return whether === 'did-not' || isExcluding === true
    ? !endsClause(between) && !isOtherClause(text, from, to)
    : !hasAny(between, '.;');
}
