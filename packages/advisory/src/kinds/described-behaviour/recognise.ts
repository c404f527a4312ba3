import { attributionFactor } from '../../attribute/attribute.js';
import { isGuide } from '../../attribute/intrusion.js';
import { isCounted, isSequence, type KnownBehaviour } from '../../knowledge/behaviour.js';
import { type PhraseHit, phrasesIn } from '../../knowledge/cues.js';
import { knownBehaviour, knownBehaviours } from '../../knowledge/load.js';
import { BEHAVIOUR_TABLE, listTable, toldBehaviour } from '../../knowledge/phrase-tables.js';
import { hasWordOf } from '../../knowledge/word-pattern.js';
import type { DescribedBehaviour, Span } from '../../model.js';
import { onceEach } from '../../once.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { splitAtBlanks } from '../../text/shape.js';
import { behaviourAt } from '../behaviour-at.js';
import type { Reading } from '../kind.js';
import { placesOf } from './places.js';
import { isTechniqueName } from './technique-name.js';

const CERTAINTY = 0.7;

/** Finds behaviours of `knowledge/` that a document describes, in words or by operations that it says were made in large numbers. */
export function recogniseDescribedBehaviours(reading: Reading): readonly DescribedBehaviour[] {
  const isTold = placesOf(reading.doc.text);
  const told = new Set(reading.told);
  const found: DescribedBehaviour[] = [];
  const steps: StepsOfPassage[] = [];
  const doneOtherwise = saidAnywhere(reading.passages);
  let last: Passage | undefined;
  let isOfFeatures = false;
  for (const passage of reading.passages) {
    if (passage.block.type === 'code') continue;
    isOfFeatures = opensFeatures(passage, last, isOfFeatures);
    const isFeature = isOfFeatures && isNamedInList(passage);
    last = passage;
    const own = new StepsOfPassage();
    for (const { behaviour, hit, step } of hitsIn(passage, doneOtherwise)) {
      if (step !== undefined && !tells(passage, behaviour, hit, told)) continue;
      const isHere = isTold(behaviour, sentenceAt(passage, hit));
      if (step !== undefined) own.add(behaviour, describedAt(passage, behaviour, hit, step), isHere);
      else if (isHere && (!isFeature || isPast(passage, hit)) && tells(passage, behaviour, hit, told))
        found.push(describedAt(passage, behaviour, hit));
    }
    steps.push(own);
  }
  found.push(...inNumbers(reading, isTold));
  const isBegun = begunBy(new Set([...found, ...reading.operations()].map(({ value }) => value.toLowerCase())));
  const all = [...found, ...steps.flatMap((own) => own.kept(isBegun))];
  return isGuide(reading.doc) ? all.filter(({ platforms }) => !isOfHosts(platforms)) : all;
}

/** A phrase of a behaviour, and which step of it the phrase tells; undefined where it is no sequence. */
interface BehaviourHit {
  readonly behaviour: KnownBehaviour;
  readonly hit: PhraseHit;
  readonly step: ReturnType<typeof toldBehaviour>['step'];
}

/** The phrases of a passage that tell behaviours: none that its sentence says otherwise, or whose means it does not name. */
function hitsIn(passage: Passage, doneOtherwise: ReadonlySet<string>): readonly BehaviourHit[] {
  const hits = phrasesIn(passage, BEHAVIOUR_TABLE);
  const others = byBehaviour(hits, ({ isOther }) => isOther === true);
  const means = byBehaviour(hits, ({ isMeans }) => isMeans === true);
  return hits.flatMap((hit): readonly BehaviourHit[] => {
    const { id, step, isOther, isMeans } = toldBehaviour(hit.key);
    if (isOther === true || isMeans === true || doneOtherwise.has(id)) return [];
    const behaviour = isSaidOtherwise(passage, hit, others.get(id)) ? undefined : knownBehaviour(id);
    const isLacking = behaviour === undefined || lacksMeans(passage, hit, behaviour, means.get(id));
    return isLacking ? [] : [{ behaviour, hit, step }];
  });
}

const LISTED: ReadonlySet<string> = new Set(['table-row', 'list-item']);
/** How many words a caption, and the name of what a program is able to do, have at most. */
const NAME_WORDS = 8;

/** Whether what follows a passage is a list of what a program is able to do: a short heading or the head of the table says so. */
function opensFeatures({ block, text }: Passage, before: Passage | undefined, isOpen: boolean): boolean {
  if (block.type === 'list-item' || (block.type === 'table-row' && before?.block.type === 'table-row')) return isOpen;
  const isCaption = splitAtBlanks(text).length <= NAME_WORDS && hasWordOf('captions-of-features', text);
  return isCaption || (block.type === 'table-row' && isOpen);
}

/** Whether a passage only names something in a list. */
const isNamedInList = ({ block, text }: Passage): boolean =>
  LISTED.has(block.type) && splitAtBlanks(text).length <= NAME_WORDS;

/** Whether a phrase tells what was done, and not what something is able to do: it begins or ends with a past form. */
const isPast = ({ text }: Passage, { start, end }: Span): boolean => {
  const words = splitAtBlanks(text.slice(start, end));
  return [words[0], words.at(-1)].some((word) => word?.endsWith('ed') === true && !word.endsWith('eed'));
};

/** The behaviours of which some passage says that they were done in another way. */
function saidAnywhere(passages: readonly Passage[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const passage of passages) {
    if (passage.block.type === 'code') continue;
    for (const { key } of phrasesIn(passage, BEHAVIOUR_TABLE)) {
      const { id, isAnywhere } = toldBehaviour(key);
      if (isAnywhere === true) found.add(id);
    }
  }
  return found;
}

/** By behaviour, the phrases of a kind among some: those which say that its words mean something else, or which name its means. */
function byBehaviour(
  hits: readonly PhraseHit[],
  isOfKind: (told: ReturnType<typeof toldBehaviour>) => boolean,
): ReadonlyMap<string, readonly Span[]> {
  const found = new Map<string, Span[]>();
  for (const hit of hits) {
    const told = toldBehaviour(hit.key);
    if (isOfKind(told)) onceEach(found, (): Span[] => [])(told.id).push(hit);
  }
  return found;
}

const sentenceOf = ({ text }: Passage, { start, end }: Span): Span => sentenceAround(text, start, end);

const isAnyWithin = ({ start, end }: Span, phrases: readonly Span[]): boolean =>
  phrases.some((each) => each.start < end && each.end > start);

/** Whether the sentence of a phrase has one of those by which its words mean something else. */
const isSaidOtherwise = (passage: Passage, hit: Span, others: readonly Span[] = []): boolean =>
  others.length > 0 && isAnyWithin(sentenceOf(passage, hit), others);

/** Whether neither the sentence of a phrase nor the one before or behind it names the means that a behaviour's log shows, where it asks for one. */
function lacksMeans(passage: Passage, hit: Span, { told }: KnownBehaviour, means: readonly Span[] = []): boolean {
  if (told?.with === undefined) return false;
  const { start, end } = sentenceOf(passage, hit);
  return !isAnyWithin(sentenceOf(passage, { start: Math.max(0, start - BETWEEN), end: end + BETWEEN }), means);
}

/** How far from a sentence its neighbours surely begin: behind its mark and a blank. */
const BETWEEN = 3;

/** Whether the log of a host shows it, of macOS for instance, which no platform has: it is also told of ordinary administration. */
const isOfHosts = (platforms: readonly string[]): boolean =>
  platforms.length === 0 || platforms.some((platform) => platform.startsWith('endpoint-'));

/** The steps of sequences that one passage tells in words. */
class StepsOfPassage {
  private readonly told = new Map<KnownBehaviour, Map<string, DescribedBehaviour>>();
  private readonly here = new Set<KnownBehaviour>();

  /** `isHere`: the step's sentence can tell the behaviour by the systems that it or the document names. */
  add(behaviour: KnownBehaviour, step: DescribedBehaviour, isHere: boolean): void {
    if (isHere) this.here.add(behaviour);
    const own = this.told.get(behaviour) ?? new Map<string, DescribedBehaviour>();
    this.told.set(behaviour, own.set(`${step.step} ${step.start} ${step.end}`, step));
  }

  /**
   * The steps of sequences whose system one of the sentences names, and which are told whole here or begun elsewhere by what `isBegun` knows: the
   * words of one step mean nothing alone.
   */
  kept(isBegun: (behaviour: KnownBehaviour, step: DescribedBehaviour) => boolean): readonly DescribedBehaviour[] {
    return [...this.here].flatMap((behaviour) => {
      const steps = [...(this.told.get(behaviour)?.values() ?? [])];
      const isWhole = new Set(steps.map(({ step }) => step)).size > 1;
      return isWhole ? steps : steps.filter((step) => isBegun(behaviour, step));
    });
  }
}

/**
 * Whether a step of a sequence other than a given one is told by what was found: by a counted behaviour, or by an operation. Their values are in lower
 * case.
 */
function begunBy(values: ReadonlySet<string>): (behaviour: KnownBehaviour, step: DescribedBehaviour) => boolean {
  return ({ seen }, { step }) =>
    isSequence(seen) &&
    seen.steps.some(
      ({ name, behaviour, operations = [] }) =>
        name !== step && [behaviour ?? [], operations].flat().some((value) => values.has(value.toLowerCase())),
    );
}

function sentenceAt(passage: Passage, at: Span): string {
  const { start, end } = sentenceOf(passage, at);
  return passage.text.slice(start, end);
}

/**
 * Whether a phrase counts where it stands. A single event must be in a passage about the actor; a count may also be in a heading or a
 * passage on detection.
 */
function tells(
  passage: Passage,
  { seen, techniques }: KnownBehaviour,
  hit: PhraseHit,
  told: ReadonlySet<Passage>,
): boolean {
  if (isCounted(seen)) return true;
  const { type, role } = passage.block;
  const isTold = told.has(passage) && role === 'narrative' && type !== 'heading';
  return isTold && !isTechniqueName(passage.text, hit, techniques);
}

/** The confidence that the words leave. What a passage on detection says can be counted was done. */
function certaintyAt(passage: Passage, { seen }: KnownBehaviour, at: Span): number {
  return isCounted(seen) && passage.block.role === 'detection'
    ? CERTAINTY
    : CERTAINTY * attributionFactor(passage, at.start, at.end);
}

function describedAt(passage: Passage, behaviour: KnownBehaviour, at: Span, step?: string): DescribedBehaviour {
  return behaviourAt(passage, at, certaintyAt(passage, behaviour, at), {
    kind: 'described-behaviour',
    value: behaviour.id,
    platforms: [behaviour.seen.platform ?? []].flat(),
    techniques: step === undefined ? behaviour.techniques : [],
    ...(step === undefined ? {} : { step }),
  });
}

/** Behaviours with an operation in a sentence that says that it was made in large numbers. */
function inNumbers(
  { passages, operations }: Reading,
  isTold: (behaviour: KnownBehaviour) => boolean,
): readonly DescribedBehaviour[] {
  const counted = knownBehaviours().filter((behaviour) => isCounted(behaviour.seen) && isTold(behaviour));
  const byOperation = new Map(
    counted.flatMap((behaviour) =>
      (behaviour.told?.operations ?? []).map((operation) => [operation.toLowerCase(), behaviour] as const),
    ),
  );
  if (byOperation.size === 0) return [];
  const named = operations()
    .filter(({ value }) => byOperation.has(value.toLowerCase()))
    .sort((a, b) => a.start - b.start);
  let next = 0;
  return passages.flatMap((passage) => {
    const end = passage.start + passage.text.length;
    const found: DescribedBehaviour[] = [];
    for (let each = named[next]; each !== undefined && each.start < end; next += 1, each = named[next]) {
      const behaviour = byOperation.get(each.value.toLowerCase());
      if (behaviour === undefined || each.start < passage.start || each.end > end || passage.block.type === 'code')
        continue;
      const at = { start: each.start - passage.start, end: each.end - passage.start };
      if (saysMany(passage, at)) found.push(describedAt(passage, behaviour, at));
    }
    return found;
  });
}

/** Whether the sentence around a place says that something was done in large numbers. */
function saysMany(passage: Passage, at: Span): boolean {
  const sentence = sentenceAround(passage.text, at.start, at.end);
  return phrasesIn(passage, listTable('in-numbers')).some(
    ({ start, end }) => start >= sentence.start && end <= sentence.end,
  );
}
