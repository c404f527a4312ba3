import {
  type DraftItem,
  type DraftStep,
  type DraftValue,
  type DraftWatch,
  type RuleDraft,
  templateItems,
} from '../../draft/rule-draft.js';
import { distinct, distinctBy, titleOf } from '../../draft/text.js';
import {
  isCounted,
  isSequence,
  type KnownBehaviour,
  type KnownStep,
  type SeenInSequence,
} from '../../knowledge/behaviour.js';
import { knownBehaviour, knownBehaviours } from '../../knowledge/load.js';
import { hasWordOf } from '../../knowledge/word-pattern.js';
import type { AdvisoryDocument, Behaviour, CloudOperation, Span } from '../../model.js';
import { sentenceAround } from '../../segment/passage.js';
import { toolOf } from '../../segment/programs.js';
import { countOfLeading } from '../../text/sorted.js';
import { type ReadCommand, readCommands, saysEnough } from '../command/read-commands.js';
import { windowsWatch } from '../command/windows.js';
import { withoutApiVersion } from '../operation-title.js';
import { sharedNames } from '../shared-names.js';
import { AWS_SOURCE_END, anyOperation, countedWatch } from './counted.js';

/** Steps that are farther apart than this, in characters, or under different headings, do not form a sequence. */
const NEAR = 800;
/** How near a step described in words must be to the others: in the same paragraph or next to it. */
const NEAR_WORDS = 200;
const CONFIDENCE_MIN = 0.5;
/** Most places of one step that are tried, the surest first. No honest advisory describes the same step as often. */
const PLACES_MAX = 60;

/** One step at a place of the advisory. */
interface Told extends Span {
  readonly step: KnownStep;
  readonly confidence: number;
  readonly behaviour?: Behaviour;
  readonly command?: ReadCommand;
}

/**
 * Correlation rules on sequences: one for each sequence whose steps the advisory describes near each other under one heading, or whose
 * commands name the same file, task or service. An advisory that gives command lines gives those of such sequences too: there words alone
 * tell none. `about` gives the text of a rule on a behaviour.
 */
export function draftSequences(
  doc: AdvisoryDocument,
  behaviours: readonly Behaviour[],
  about: (behaviour: KnownBehaviour, confidence: number, places: readonly Span[]) => Omit<RuleDraft, keyof DraftWatch>,
): readonly RuleDraft[] {
  const told = behaviours.filter(({ role, confidence }) => role === 'narrative' && confidence >= CONFIDENCE_MIN);
  const commands = readCommands(doc, told, 'windows').filter(saysEnough);
  const commanded = commands.some(({ meaning }) => meaning.level !== 'low');
  return knownBehaviours().flatMap((behaviour) => {
    const { id, seen } = behaviour;
    if (!isSequence(seen)) return [];
    const typed = seen.steps.some((step) => step.commands !== undefined);
    const all = seen.steps.map((step) => placesOf(id, step, told, commands, seen));
    const described = all.flat().filter(isDescribed);
    const isOther = (place: Told): boolean =>
      (typed && (commanded || isCalled(doc, place))) || described.some(goesOn(place));
    const places = all.map((list) => list.filter((place) => !isDescribed(place) || !isOther(place)));
    const isNear = near(doc);
    const together = seen.linked === true ? linked(isNear) : isNear;
    // The first steps may be missing where they are optional.
    const first = places.findIndex((list) => list.length > 0);
    const chain = (places[first] ?? [])
      .map((anchor) => [
        ...places.slice(0, first),
        [anchor],
        ...places.slice(first + 1).map((list) => list.filter((place) => together(anchor, place))),
      ])
      .find((lists) => isWhole(seen, lists))
      ?.filter((list) => list.length > 0);
    if (chain === undefined) return [];
    const confidence = Math.min(...chain.map((list) => Math.max(...list.map((place) => place.confidence))));
    return [
      {
        ...about(
          behaviour,
          confidence,
          chain.flatMap((list) => list.slice(0, 1)),
        ),
        ...sequenceOf(behaviour, seen, chain),
      },
    ];
  });
}

function placesOf(
  id: string,
  step: KnownStep,
  behaviours: readonly Behaviour[],
  commands: readonly ReadCommand[],
  { steps }: SeenInSequence,
): readonly Told[] {
  const others = new Set(steps.flatMap((other) => (other === step ? [] : (other.commands ?? []))));
  const titles = new Set(step.commands);
  const shows = ({ meaning, parts }: ReadCommand): boolean =>
    titles.has('*') ? !others.has(meaning.title) && toolOf(parts.tool)?.builtin !== true : titles.has(meaning.title);
  const wanted = new Set((step.operations ?? []).map((operation) => operation.toLowerCase()));
  const isTold = (each: Behaviour): boolean => {
    if (each.kind === 'described-behaviour')
      return each.step === undefined ? each.value === step.behaviour : each.value === id && each.step === step.name;
    return (each.kind === 'cloud-operation' || each.kind === 'cluster-request') && wanted.has(each.value.toLowerCase());
  };
  return surest([
    ...commands.filter(shows).map((command) => ({ step, command, ...placeOf(command.behaviour) })),
    ...behaviours.filter(isTold).map((behaviour) => ({ step, behaviour, ...placeOf(behaviour) })),
  ]);
}

function placeOf({ start, end, confidence }: Behaviour): Span & { readonly confidence: number } {
  return { start, end, confidence };
}

function surest(places: readonly Told[]): readonly Told[] {
  return [...places].sort((a, b) => b.confidence - a.confidence || a.start - b.start).slice(0, PLACES_MAX);
}

type Together = (anchor: Told, place: Told) => boolean;

/** Whether steps are near each other under one heading. */
function near(doc: AdvisoryDocument): Together {
  const section = sectionOf(doc);
  return (anchor, place) => {
    const limit = isDescribed(place) ? NEAR_WORDS : NEAR;
    const gap = Math.max(place.start - anchor.end, anchor.start - place.end);
    return gap <= limit && section(place.start) === section(anchor.start);
  };
}

/** Whether a step is described and named neither by an operation nor by a command. */
function isDescribed({ behaviour }: Told): boolean {
  return behaviour?.kind === 'described-behaviour' && behaviour.step !== undefined;
}

/** Whether the sentence of a step says that a program called a function for it, and nobody typed a command. */
function isCalled({ text }: AdvisoryDocument, { start, end }: Span): boolean {
  const sentence = sentenceAround(text, start, end);
  return hasWordOf('calls-of-programs', text.slice(sentence.start, sentence.end));
}

/** Whether the words of another step begin with those of a step: what creates "a service account key" creates no account. */
function goesOn({ step, start, end }: Told): (other: Told) => boolean {
  return (other) => other.step !== step && other.start === start && end < other.end;
}

/** Whether both commands name the same thing. Steps that are only described name none and must only be near. */
function linked(isNear: Together): Together {
  return (anchor, place) => {
    if (isDescribed(anchor) && isDescribed(place)) return isNear(anchor, place);
    const names = sharedNames(anchor.command);
    return [...sharedNames(place.command)].some((name) => names.has(name));
  };
}

function isWhole({ steps }: SeenInSequence, lists: readonly (readonly Told[])[]): boolean {
  const complete = lists.every((list, index) => list.length > 0 || steps[index]?.optional === true);
  return complete && lists.filter((list) => list.length > 0).length > 1;
}

/** The heading above an offset. */
function sectionOf({ blocks }: AdvisoryDocument): (offset: number) => number {
  const headings = blocks.filter(({ type }) => type === 'heading').map(({ start }) => start);
  return (offset) => countOfLeading(headings, (start) => start <= offset);
}

function sequenceOf(
  behaviour: KnownBehaviour,
  seen: SeenInSequence,
  chain: readonly (readonly Told[])[],
): DraftWatch & Pick<RuleDraft, 'title' | 'chain'> & Partial<Pick<RuleDraft, 'level'>> {
  const steps = chain.map((told): DraftStep => {
    const { name, title } = (told[0] as Told).step;
    return { name, title, ...watchOf(behaviour.id, seen, told) };
  });
  const [first, ...then] = steps as [DraftStep, ...DraftStep[]];
  const { name, title, ...watch } = first;
  const { type, 'group-by': groupBy, timespan } = seen.correlation;
  return {
    ...watch,
    title: titleOf(`${behaviour.title}${seen.linked === true ? nameOf(chain) : ''}`),
    // Without a name that links them, the steps are those of any installer too.
    ...(seen.linked === true && chain.flat().every(isDescribed) ? { level: 'medium' } : {}),
    chain: { type, groupBy, timespan, first: { name, title }, then },
  };
}

/** What the commands of a linked sequence name, for the title. */
function nameOf([first, second]: readonly (readonly Told[])[]): string {
  const names = sharedNames(second?.[0]?.command);
  const name = [...sharedNames(first?.[0]?.command)].find((shared) => names.has(shared));
  return name === undefined ? '' : ` - ${name}`;
}

/**
 * The events of a step: those that its behaviour counts, those of its commands, or those that the sequence names, with the operations
 * found.
 */
function watchOf(id: string, { logsource }: SeenInSequence, told: readonly Told[]): DraftWatch {
  const { step } = told[0] as Told;
  const commands = told.flatMap(({ command }) => command ?? []);
  const tool = commands[0]?.parts.tool;
  if (tool !== undefined) return windowsWatch(commands.filter(({ parts }) => parts.tool === tool));
  const operations = told.flatMap(({ behaviour }) => (behaviour?.kind === 'cloud-operation' ? [behaviour] : []));
  const counted = step.behaviour === undefined ? undefined : knownBehaviour(step.behaviour);
  if (counted !== undefined && isCounted(counted.seen)) return countedWatch(counted.id, counted.seen, operations);
  const any = operations.length === 0;
  const slots = {
    '{operations}': any ? anyOperation(step.operations ?? [], `behaviour-${id}`) : operationValues(operations),
    '{sources}': sourceValues(
      any ? (step.operations ?? []).flatMap(sourceOf) : operations.flatMap(({ source }) => source ?? []),
    ),
  };
  return {
    logsource,
    selections: [{ name: 'selection', alternatives: [templateItems(step.selection ?? {}, `behaviour-${id}`, slots)] }],
    condition: 'selection',
  };
}

function operationValues(operations: readonly CloudOperation[]): DraftItem['values'] {
  const values = operations.map(({ name, start, end }) => ({
    literal: withoutApiVersion(name),
    origin: { start, end },
  }));
  return distinctBy(values, ({ literal }) => literal.toLowerCase());
}

/** The services of AWS operations. The text names the event; the service is known from it. */
function sourceValues(sources: readonly string[]): readonly DraftValue[] {
  return distinct(sources).map((literal) => ({ literal, origin: { template: 'aws-event-source' } }));
}

/** The service in an operation's key: of AWS its source, which stands before the name. */
function sourceOf(operation: string): readonly string[] {
  const slash = operation.indexOf(AWS_SOURCE_END);
  return slash < 0 ? [] : [operation.slice(0, slash + AWS_SOURCE_END.length - 1)];
}
