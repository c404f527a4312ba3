import type { SigmaError } from '../model/error.js';
import { ActionMerger } from './actions.js';
import { type ParseOptions, readDocument, reportFault } from './collection.js';
import type { ReadBudget } from './detection.js';
import { Fault, type PathSegment } from './fault.js';
import { LIMITS } from './limits.js';
import type { Locator } from './locate.js';
import { isMapping, type Mapping, readYaml } from './yaml.js';

/** Most faults that are looked for in one document: each costs reading it once more. */
const FAULTS_MAX = 50;

/** What stands for a required part of a rule that is missing or wrong, while what else is wrong is looked for. */
const STAND_INS: Readonly<Record<string, () => unknown>> = {
  title: () => 'x',
  logsource: () => ({ category: 'x' }),
  detection: () => ({ x: { x: 'x' }, condition: 'x' }),
  'detection.condition': () => '1 of them',
  'filter.condition': () => '1 of them',
  'filter.rules': () => 'any',
  'correlation.type': () => 'event_count',
  'correlation.rules': () => ['x'],
  'correlation.timespan': () => '1m',
  'correlation.condition': () => ({ gte: 1 }),
};

/**
 * All faults of a text's documents, where parsing ends at the first of each: what is wrong is put right by a stand-in, and the document read
 * again, until nothing is wrong or the same is.
 */
export function allFaults(text: string, locator: Locator, options: ParseOptions): readonly SigmaError[] {
  const { documents } = readYaml(text, options.maxDocuments ?? LIMITS.documents);
  const placeholders = new Map(Object.entries(options.placeholders ?? {}));
  const actions = new ActionMerger();
  const found: SigmaError[] = [];
  for (const { document, value } of documents) {
    if (!isMapping(value)) continue;
    const faults = faultsOf(
      () => actions.merge(value),
      document,
      () => ({ placeholders, values: 0, regexes: 0 }),
    );
    for (const fault of faults) found.push(reportFault(fault, locator, document));
  }
  return found;
}

function faultsOf(merge: () => Mapping | undefined, document: number, budget: () => ReadBudget): readonly Fault[] {
  const faults: Fault[] = [];
  let raw: Mapping | undefined;
  try {
    raw = merge();
  } catch (error) {
    if (error instanceof Fault) return [error];
    throw error;
  }
  if (raw === undefined) return [];
  const tries = new Map<string, number>();
  const repaired = structuredClone(raw) as Record<string, unknown>;
  while (faults.length < FAULTS_MAX) {
    try {
      readDocument(repaired, document, budget());
      return faults;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      // Where a stand-in is as wrong, what is around it is replaced.
      const tried = tries.get(keyOf(error)) ?? 0;
      tries.set(keyOf(error), tried + 1);
      if (tried === 0) faults.push(error);
      const place = error.segments.slice(0, error.segments.length - tried);
      if (place.length === 0 || !repair(repaired, place, faults.length)) return faults;
    }
  }
  return faults;
}

const keyOf = ({ code, segments }: Fault): string => JSON.stringify([code, segments]);

/** Puts a stand-in in the place of what is wrong; gives false where that is the document itself. */
function repair(document: Record<string, unknown>, segments: readonly PathSegment[], number: number): boolean {
  const standIn = STAND_INS[segments.slice(0, 2).join('.')] ?? STAND_INS[String(segments[0])];
  const [section = '', name = '', ...inside] = segments.map(String);
  const part = document[section];
  if (segments.length === 0) return false;
  if (segments.length === 1 || !isMapping(part)) return replace(document, section, standIn);
  const own = STAND_INS[`${section}.${name}`];
  if (inside.length === 0 || own !== undefined) {
    return replace(
      part as Record<string, unknown>,
      name,
      own ?? (section === 'detection' || section === 'filter' ? item : undefined),
    );
  }
  return repairInside(part as Record<string, unknown>, [name, ...segments.slice(2)], number);
}

/** In a selection a value becomes a plain text; an item whose key is wrong becomes one whose key is not. */
function repairInside(section: Record<string, unknown>, path: readonly PathSegment[], number: number): boolean {
  let parent: unknown = section;
  for (const segment of path.slice(0, -1)) parent = Reflect.get(parent as object, segment);
  const last = path.at(-1) as PathSegment;
  if (Array.isArray(parent))
    parent[Number(last)] = isMapping(parent[Number(last)]) ? item() : neighbour(parent, Number(last));
  else if (isMapping(parent)) {
    Reflect.deleteProperty(parent, last);
    Reflect.set(parent, `x${number}`, 'x');
  } else return false;
  return true;
}

/** A value of the same list, which the item's modifiers take, or so it is hoped. */
const neighbour = (list: readonly unknown[], at: number): unknown => list[at - 1] ?? list[at + 1] ?? 'x';

const item = () => ({ x: 'x' });

function replace(parent: Record<string, unknown>, name: string, standIn: (() => unknown) | undefined): boolean {
  if (standIn === undefined) return Reflect.deleteProperty(parent, name);
  return Reflect.set(parent, name, standIn());
}
