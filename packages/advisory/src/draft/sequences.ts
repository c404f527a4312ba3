import { burstKind } from '../behaviours/bursts.js';
import { type SequenceKind, type SequenceStep, sequenceKinds, stepKey } from '../behaviours/sequences.js';
import { toolOf } from '../behaviours/tools.js';
import type { AdvisoryDocument, Behaviour, Span } from '../model.js';
import { burstWatch } from './bursts.js';
import { type ReadCommand, readCommands, saysEnough, windowsWatch } from './commands.js';
import { type DraftItem, type DraftStep, type DraftWatch, type RuleDraft, templateItems } from './rule-draft.js';
import { sharedNames } from './shared-names.js';
import { distinct, titleOf } from './text.js';

/** Steps told farther apart than this, in characters, or under different headings, are not told as one sequence. */
const NEAR = 800;
/** A step told in words belongs to what stands in its own paragraph or next to it. */
const NEAR_WORDS = 200;
const CONFIDENCE_MIN = 0.5;
/** Places of one step that are tried, the surest first: no honest advisory tells the same step as often. */
const PLACES_MAX = 60;

/** One step at a place of the advisory. */
interface Told extends Span {
  readonly step: SequenceStep;
  readonly confidence: number;
  readonly behaviour?: Behaviour;
  readonly command?: ReadCommand;
}

/**
 * Correlation rules on what follows what: one per kind of sequence whose steps the advisory tells together, near each other under one
 * heading, or bound by the name of the same file, task or service.
 */
export function draftSequences(doc: AdvisoryDocument, behaviours: readonly Behaviour[]): readonly RuleDraft[] {
  const told = behaviours.filter(({ role, confidence }) => role === 'narrative' && confidence >= CONFIDENCE_MIN);
  const commands = readCommands(doc, told, 'windows').filter(saysEnough);
  return sequenceKinds().flatMap(([key, kind]) => {
    const places = kind.steps.map((step) => placesOf(key, step, told, commands, kind));
    const together = kind.linked === true ? linked : near(doc);
    const chain = (places[0] ?? [])
      .map((anchor) => [[anchor], ...places.slice(1).map((list) => list.filter((place) => together(anchor, place)))])
      .find((lists) => isWhole(kind, lists));
    return chain === undefined
      ? []
      : [
          sequenceDraft(
            key,
            kind,
            chain.filter((list) => list.length > 0),
          ),
        ];
  });
}

function placesOf(
  key: string,
  step: SequenceStep,
  behaviours: readonly Behaviour[],
  commands: readonly ReadCommand[],
  { steps }: SequenceKind,
): readonly Told[] {
  if (step.commands !== undefined) {
    const others = new Set(steps.flatMap((other) => (other === step ? [] : (other.commands ?? []))));
    const wanted = new Set(step.commands);
    const fits = ({ meaning, parts }: ReadCommand): boolean =>
      wanted.has('*') ? !others.has(meaning.title) && toolOf(parts.tool)?.builtin !== true : wanted.has(meaning.title);
    const found = commands.filter(fits);
    return surest(found.map((command) => ({ step, command, ...placeOf(command.behaviour) })));
  }
  const wanted = new Set((step.operations ?? []).map((operation) => operation.toLowerCase()));
  const isTold = ({ kind, value }: Behaviour): boolean => {
    if (step.burst !== undefined) return kind === 'burst' && value === step.burst;
    if (step.phrases !== undefined) return kind === 'step' && value === stepKey(key, step);
    return /-operation$/.test(kind) && wanted.has(value.toLowerCase());
  };
  return surest(behaviours.filter(isTold).map((behaviour) => ({ step, behaviour, ...placeOf(behaviour) })));
}

function placeOf({ start, end, confidence }: Behaviour): Span & { readonly confidence: number } {
  return { start, end, confidence };
}

function surest(places: readonly Told[]): readonly Told[] {
  return [...places].sort((a, b) => b.confidence - a.confidence || a.start - b.start).slice(0, PLACES_MAX);
}

type Together = (anchor: Told, place: Told) => boolean;

/** Told near each other under one heading. */
function near(doc: AdvisoryDocument): Together {
  const section = sectionOf(doc);
  return (anchor, place) => {
    const limit = place.step.phrases === undefined ? NEAR : NEAR_WORDS;
    const gap = Math.max(place.start - anchor.end, anchor.start - place.end);
    return gap <= limit && section(place.start) === section(anchor.start);
  };
}

/** Both commands name the same thing. */
function linked(anchor: Told, place: Told): boolean {
  const names = sharedNames(anchor.command);
  return [...sharedNames(place.command)].some((name) => names.has(name));
}

function isWhole({ steps }: SequenceKind, lists: readonly (readonly Told[])[]): boolean {
  const complete = lists.every((list, index) => list.length > 0 || steps[index]?.optional === true);
  return complete && lists.filter((list) => list.length > 0).length > 1;
}

/** Which heading's text an offset stands in. */
function sectionOf({ blocks }: AdvisoryDocument): (offset: number) => number {
  const headings = blocks.filter(({ type }) => type === 'heading').map(({ start }) => start);
  return (offset) => {
    let low = 0;
    let high = headings.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((headings[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

function sequenceDraft(key: string, kind: SequenceKind, chain: readonly (readonly Told[])[]): RuleDraft {
  const steps = chain.map((told): DraftStep => {
    const { name, title } = (told[0] as Told).step;
    return { name, title, ...watchOf(key, kind, told) };
  });
  const [first, ...then] = steps as [DraftStep, ...DraftStep[]];
  const { name, title, ...watch } = first;
  const { groupBy, timespan, ordered } = kind;
  return {
    platform: kind.platform,
    behaviour: `sequence:${key}`,
    title: titleOf(`${kind.title}${nameOf(kind, chain)}`),
    description: kind.description,
    level: kind.level,
    ...watch,
    chain: { type: ordered ? 'temporal_ordered' : 'temporal', groupBy, timespan, first: { name, title }, then },
    techniques: kind.techniques,
    falsepositives: kind.falsepositives,
    confidence: Math.min(...chain.map((told) => Math.max(...told.map(({ confidence }) => confidence)))),
  };
}

/** What the commands of a linked sequence name, for the title. */
function nameOf({ linked: isLinked }: SequenceKind, [first, second]: readonly (readonly Told[])[]): string {
  if (isLinked !== true) return '';
  const names = sharedNames(second?.[0]?.command);
  const name = [...sharedNames(first?.[0]?.command)].find((shared) => names.has(shared));
  return name === undefined ? '' : ` - ${name}`;
}

/** What shows a step: the events of its burst, of its commands, or those its data file names with the operations told. */
function watchOf(key: string, { logsource }: SequenceKind, told: readonly Told[]): DraftWatch {
  const { step } = told[0] as Told;
  const commands = told.flatMap(({ command }) => command ?? []);
  const tool = commands[0]?.parts.tool;
  if (tool !== undefined) return windowsWatch(commands.filter(({ parts }) => parts.tool === tool));
  const behaviours = told.flatMap(({ behaviour }) => behaviour ?? []);
  const burst = step.burst === undefined ? undefined : burstKind(step.burst);
  if (step.burst !== undefined && burst !== undefined) return burstWatch(step.burst, burst, behaviours);
  const template = `sequence-${key}`;
  const items = templateItems(step.selection ?? {}, template, operationValues(behaviours));
  return {
    logsource,
    selections: [{ name: 'selection', alternatives: [items.map((item) => withSources(item, behaviours))] }],
    condition: 'selection',
  };
}

function operationValues(behaviours: readonly Behaviour[]): DraftItem['values'] {
  const seen = new Set<string>();
  return behaviours.flatMap(({ value, details, start, end }) => {
    const literal = (details['eventName'] ?? details['methodName'] ?? details['operationName'] ?? value).replace(
      /^(?:v\d\w*|beta|alpha)\./,
      '',
    );
    if (seen.has(literal.toLowerCase())) return [];
    seen.add(literal.toLowerCase());
    return [{ literal, origin: { start, end } }];
  });
}

/** In AWS an event's name is told, its service is known from it. */
function withSources(item: DraftItem, behaviours: readonly Behaviour[]): DraftItem {
  if (item.field !== 'eventSource') return item;
  const sources = distinct(behaviours.flatMap(({ details }) => details['eventSource'] ?? []));
  return { ...item, values: sources.map((literal) => ({ literal, origin: { template: 'aws-event-source' } })) };
}
