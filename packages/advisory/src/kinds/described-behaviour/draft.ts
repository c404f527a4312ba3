import { tokensOf } from '../../attribute/cues.js';
import { COUNT_MAX, countAround, howCounted } from '../../deeds/told-count.js';
import { type DraftSelection, type RuleDraft, templateItems } from '../../draft/rule-draft.js';
import { whyItMatters } from '../../draft/why.js';
import {
  isCounted,
  isSequence,
  type KnownBehaviour,
  type SeenCounted,
  type SeenOnce,
} from '../../knowledge/behaviour.js';
import { knownBehaviour } from '../../knowledge/load.js';
import type { Behaviour, CommandSystem, DescribedBehaviour, Span } from '../../model.js';
import { once } from '../../once.js';
import { sentenceAround } from '../../segment/passage.js';
import { trimEndOf } from '../../text/ends.js';
import { type ReadCommand, readCommands, saysEnough } from '../command/read-commands.js';
import type { Drafting } from '../kind.js';
import { hasPlaceholder } from '../registry-value/draft.js';
import { countedWatch } from './counted.js';
import { draftSequences } from './sequence.js';
import { untoldHosts } from './told-hosts.js';
import { PROGRAMS_SLOT, toldPrograms } from './told-programs.js';

const CONFIDENCE_MIN = 0.5;
/** Most places of a behaviour that are searched for how often it was done. */
const PLACES_MAX = 60;
/** Fields that hold what somebody typed. */
const TYPED = ['CommandLine', 'ScriptBlockText'];
/** Fields that hold the program that ran. */
const PROGRAM = ['Image', 'OriginalFileName'];
/** Whether a field, with or without modifiers (`Image|endswith`), is one of some. */
const isField = (field: string, names: readonly string[]): boolean => names.includes(field.split('|', 1)[0] ?? '');

const PROGRAM_ENDING = 'exe';
/** From this length on a program's name is no other word. */
const TELLING_NAME = 5;
const SHELLS: ReadonlySet<string> = new Set(['cmd', 'powershell', 'pwsh']);

/** Rules on behaviours of `knowledge/`: single events, counts, sequences. */
export function draftDescribedBehaviours(drafting: Drafting): readonly RuleDraft[] {
  const { doc, behaviours } = drafting;
  const told = surest(behaviours);
  const commands = commandsFor([...told.keys()], drafting);
  const lines = once(() => linesWithRules(drafting));
  const drafts = [...told].flatMap(([behaviour, place]): readonly RuleDraft[] => {
    const { seen } = behaviour;
    const { confidence } = place;
    if (isSequence(seen)) return [];
    if (isCounted(seen)) return [countedAsTold(drafting, behaviour, seen, place)];
    const weak =
      confidence < CONFIDENCE_MIN ||
      isGivenAsCommand(behaviour, seen, drafting, commands(seen)) ||
      isCovered(behaviour, behaviours, lines());
    return weak
      ? []
      : [
          {
            ...about(behaviour, confidence, [place]),
            ...singleWatch(drafting, behaviour.id, asNamed(behaviour, seen, drafting)),
          },
        ];
  });
  return [...drafts, ...draftSequences(doc, behaviours, about)];
}

/** The rule that counts a behaviour: the number and the time are the text's where it tells both, else those of `knowledge/`. */
function countedAsTold(
  { doc, behaviours }: Drafting,
  behaviour: KnownBehaviour,
  seen: SeenCounted,
  place: DescribedBehaviour,
): RuleDraft {
  const draft = { ...about(behaviour, place.confidence, [place]), ...countedWatch(behaviour.id, seen, behaviours) };
  const told = behaviours
    .filter(({ kind, value }) => kind === 'described-behaviour' && value === behaviour.id)
    .slice(0, PLACES_MAX)
    .map((each) => countAround(doc, each))
    .find((count) => count?.count !== undefined && count.timespan !== undefined);
  if (told?.count === undefined || told.timespan === undefined || draft.correlation === undefined) return draft;
  const correlation = {
    ...draft.correlation,
    threshold: Math.min(told.count, COUNT_MAX),
    timespan: told.timespan,
  };
  return { ...draft, correlation, description: `${draft.description} ${howCounted(told, correlation)}` };
}

/** The document's commands on the system of a behaviour. They are read only where it shows in command lines. */
function commandsFor(
  told: readonly KnownBehaviour[],
  { doc, behaviours }: Drafting,
): (seen: SeenOnce) => readonly ReadCommand[] {
  const read = new Map<CommandSystem, readonly ReadCommand[]>();
  for (const { seen } of told) {
    if (isSequence(seen) || !isTyped(seen) || read.has(systemOf(seen))) continue;
    read.set(systemOf(seen), readCommands(doc, behaviours, systemOf(seen)).filter(saysEnough));
  }
  return (seen) => read.get(systemOf(seen)) ?? [];
}

function systemOf({ logsource }: SeenOnce): CommandSystem {
  return logsource.product === 'macos' ? 'macos' : 'windows';
}

/** The surest place at which each behaviour is described. */
function surest(behaviours: readonly Behaviour[]): ReadonlyMap<KnownBehaviour, DescribedBehaviour> {
  const best = new Map<KnownBehaviour, DescribedBehaviour>();
  const requested = startsOfRequests(behaviours);
  for (const each of behaviours) {
    if (requested.has(each.start) && each.platforms.some((platform) => platform.startsWith('endpoint-'))) continue;
    const behaviour =
      each.kind === 'described-behaviour' && each.step === undefined ? knownBehaviour(each.value) : undefined;
    if (behaviour === undefined) continue;
    const known = best.get(behaviour);
    if (known === undefined || each.confidence > known.confidence) best.set(behaviour, each as DescribedBehaviour);
  }
  return best;
}

/** Where requests to a cluster are told: the same words tell no deed on a host, a cron job of a cluster is none of its nodes'. */
function startsOfRequests(behaviours: readonly Behaviour[]): ReadonlySet<number> {
  return new Set(behaviours.flatMap(({ kind, start }) => (kind === 'cluster-request' ? [start] : [])));
}

type About = Omit<RuleDraft, 'logsource' | 'selections' | 'condition' | 'correlation' | 'chain'>;

/** The title, description and other text of a rule on a behaviour. */
function about(behaviour: KnownBehaviour, confidence: number, places: readonly Span[]): About {
  const { id, title, description, why, level, techniques, falsepositives, seen } = behaviour;
  return {
    platform: seen.platform,
    behaviour: `told:${id}`,
    title,
    description: `${description}${why === undefined ? whyItMatters(techniques) : ` ${why}`}`,
    level,
    techniques,
    falsepositives,
    confidence,
    describedAt: places.map(({ start, end }) => ({ start, end })),
  };
}

function singleWatch(drafting: Drafting, id: string, { logsource, selection, filter }: SeenOnce) {
  const template = `behaviour-${id}`;
  const hasSlot = selection.some((values) => Object.values(values).flat().includes(PROGRAMS_SLOT));
  const places = placesOf(drafting, id);
  const slots = {
    [PROGRAMS_SLOT]: hasSlot ? toldPrograms(drafting.doc, places, selection) : [],
    ...Object.fromEntries(untoldHosts(drafting.doc, places, selection).map((host) => [host, []])),
  };
  // An alternative of which the text names no host is none.
  const alternatives = selection
    .map((values) => templateItems(values, template, slots))
    .filter((items) => items.every(({ values }) => values.length > 0));
  const selections: readonly DraftSelection[] = [
    { name: 'selection', alternatives },
    ...(filter === undefined
      ? []
      : [{ name: 'filter_main_usual', filter: true, alternatives: [templateItems(filter, template)] }]),
  ];
  return {
    logsource,
    selections,
    condition: filter === undefined ? 'selection' : 'selection and not filter_main_usual',
  };
}

/** Where a behaviour is told surely enough for a rule. */
function placesOf({ behaviours }: Pick<Drafting, 'behaviours'>, id: string): readonly Span[] {
  return behaviours
    .filter(
      ({ kind, value, confidence }) => kind === 'described-behaviour' && value === id && confidence >= CONFIDENCE_MIN,
    )
    .slice(0, PLACES_MAX);
}

/**
 * Whether a command line of the report is the deed that it tells in words as well. It is where it runs a program that the behaviour looks for: the only
 * one, or to the same end (`wmic` deletes shadow copies and starts programs). Another program with the same technique is, unless the sentence
 * names a program that no command runs; a discovery alone, which many do, is not.
 */
function isGivenAsCommand(
  { id, techniques }: KnownBehaviour,
  seen: SeenOnce,
  { behaviours, doc }: Drafting,
  commands: readonly ReadCommand[],
): boolean {
  if (!isTyped(seen)) return false;
  const programs = new Set(seen.selection.flatMap(programsOf));
  const showing = commands.filter(({ meaning }) => meaning.techniques.some((each) => techniques.includes(each)));
  const run = (all: readonly ReadCommand[]): boolean => all.some(({ parts }) => programs.has(parts.tool));
  const telling = commands.filter(({ meaning }) => meaning.level !== 'low');
  if (run(showing) || (programs.size === 1 && run(telling))) return true;
  return (
    showing.some(({ meaning }) => meaning.level !== 'low') &&
    wordsTelling(id, { behaviours, doc }).every((words) => !namesOne(programs, words))
  );
}

/** The words of the sentences that tell a behaviour. */
function wordsTelling(id: string, drafting: Pick<Drafting, 'behaviours' | 'doc'>): readonly (readonly string[])[] {
  const { text } = drafting.doc;
  return placesOf(drafting, id).map(({ start, end }) => {
    const sentence = sentenceAround(text, start, end);
    return tokensOf(text.slice(sentence.start, sentence.end)).map((token) => token.text);
  });
}

/** Whether words name one of some programs. A short name is also a kind of file: it counts with its ending only. */
function namesOne(programs: ReadonlySet<string>, words: readonly string[]): boolean {
  return words.some(
    (word, index) => programs.has(word) && (word.length >= TELLING_NAME || words[index + 1] === PROGRAM_ENDING),
  );
}

/**
 * How a behaviour is seen, with only those programs that the text names where it tells it, if it names some: who dumped a database with `ntdsutil`
 * made no shadow copy. What only starts other programs names none of them.
 */
function asNamed({ id }: KnownBehaviour, seen: SeenOnce, drafting: Drafting): SeenOnce {
  if (seen.selection.length === 1) return seen;
  const programs = new Set(seen.selection.flatMap(programsOf).filter((name) => !SHELLS.has(name)));
  const words = wordsTelling(id, drafting);
  if (!words.some((each) => namesOne(programs, each))) return seen;
  // "Without vssadmin.exe" names what was not used.
  if (words.flat().some((word) => NOT_USED.has(word))) return seen;
  const told = new Set(words.flat());
  const selection = seen.selection.filter((values) => {
    const own = programsOf(values);
    return own.length === 0 || own.some((name) => name === '' || told.has(name));
  });
  return { ...seen, selection };
}

const NOT_USED: ReadonlySet<string> = new Set(['without', 'instead', 'rather', 'not', 'never', 'unlike']);

/** The programs that an alternative of a selection names, in small letters and without their folder and ending. */
function programsOf(values: SeenOnce['selection'][number]): readonly string[] {
  const named = Object.entries(values).flatMap(([field, value]) => (isField(field, PROGRAM) ? [value].flat() : []));
  return named.map((value) => {
    const name = String(value).toLowerCase();
    const from = Math.max(name.lastIndexOf('\\'), name.lastIndexOf('/')) + 1;
    return name.slice(from, name.endsWith(`.${PROGRAM_ENDING}`) ? -PROGRAM_ENDING.length - 1 : undefined);
  });
}

function isTyped({ selection }: SeenOnce): boolean {
  return selection.some((values) => Object.keys(values).some((field) => isField(field, TYPED)));
}

const SYSTEMS: readonly CommandSystem[] = ['windows', 'linux', 'macos'];

/** The command lines that say enough for a rule of their own. */
function linesWithRules({ doc, behaviours }: Drafting): ReadonlySet<Behaviour> {
  const read = SYSTEMS.flatMap((system) => readCommands(doc, behaviours, system));
  return new Set(read.filter(saysEnough).map(({ behaviour }) => behaviour));
}

/**
 * Whether a file, a command, a registry key or another kind of evidence of the document shows the behaviour in more detail. A command of which there is
 * no rule does not.
 */
function isCovered(
  { 'covered-by': by, seen }: KnownBehaviour,
  behaviours: readonly Behaviour[],
  lines: ReadonlySet<Behaviour>,
): boolean {
  if (by === undefined) return false;
  return behaviours.some((each) => {
    const { kind, value, platforms } = each;
    if (by.kinds?.includes(kind) === true) return true;
    if (each.kind === 'registry-value') {
      if (hasPlaceholder(value)) return false;
      // An autorun key has its value or its program beside it.
      const key = trimEndOf(value, '\\');
      const path = each.program === undefined && each.valueName === undefined ? key : `${key}\\`;
      return by.registry?.some((part) => (part.endsWith('\\') ? path.includes(part) : path.endsWith(part))) === true;
    }
    if (kind === 'file') return by.files?.some((part) => value.includes(part)) === true;
    return (
      kind === 'command' &&
      lines.has(each) &&
      (seen.platform === null || platforms.includes(seen.platform)) &&
      by.commands?.some((part) => value.includes(part)) === true
    );
  });
}
