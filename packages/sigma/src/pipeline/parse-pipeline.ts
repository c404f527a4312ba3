import { SigmaError } from '../model/error.js';
import { Fault, shown } from '../parse/fault.js';
import { LIMITS } from '../parse/limits.js';
import { Locator } from '../parse/locate.js';
import { isMapping, readYaml } from '../parse/yaml.js';
import { DETECTION_ITEM_CONDITIONS } from './conditions/detection-item.js';
import { FIELD_NAME_CONDITIONS } from './conditions/field-name.js';
import { readConditions } from './conditions/group.js';
import { RULE_CONDITIONS } from './conditions/rule.js';
import { FINALIZERS } from './finalizers.js';
import type { Finalizer, PostprocessingItem, ProcessingItem, ProcessingPipeline } from './model.js';
import { Parameters } from './parameters.js';
import { POSTPROCESSING } from './postprocessing.js';
import { PIPELINE_LIMITS } from './run.js';
import type { PipelineValue } from './subject.js';
import { TRANSFORMATIONS } from './transformations/index.js';

/** Options of reading a pipeline. */
export interface PipelineOptions {
  /** The file's name, for a pipeline that has no name of its own. */
  readonly file?: string;
}

/**
 * Reads a processing pipeline in pySigma's YAML format.
 * @throws SigmaError with line and column: InvalidPipeline for a mistake, UnsupportedPipeline for what pySigma has and this project does
 * not, named; InvalidRegex for an expression that cannot be run in linear time
 */
export function parsePipeline(text: string, options: PipelineOptions = {}): ProcessingPipeline {
  if (text.length > LIMITS.textBytes) {
    throw new SigmaError('TooLarge', `the pipeline has more than ${LIMITS.textBytes} characters`);
  }
  const { documents, errors } = readYaml(text, 1);
  const [error] = errors;
  if (error !== undefined) throw error;
  try {
    const root = documents[0]?.value;
    if (!isMapping(root)) {
      throw new Fault('InvalidPipeline', 'a pipeline is a map with name, priority and transformations');
    }
    return readPipeline(new Parameters(root, [], 'a pipeline'), options);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    throw new SigmaError(fault.code, fault.message, {
      ...(fault.segments.length === 0 ? {} : { path: fault.segments.join('.') }),
      ...new Locator(text).find(0, fault.segments, fault.offset),
    });
  }
}

function readPipeline(root: Parameters, { file }: PipelineOptions): ProcessingPipeline {
  const counter: Counter = { items: 0 };
  const vars = root.has('vars') ? readVars(root) : new Map<string, PipelineValue>();
  const backends = root.has('allowed_backends') ? root.texts('allowed_backends') : [];
  const pipeline = {
    name: root.optionalText('name') ?? file ?? 'unnamed',
    priority: root.integer('priority') ?? 0,
    vars,
    backends: backends.length === 0 ? undefined : backends,
    items: entries(root, root.raw('transformations'), ['transformations'], counter, 0, readItem),
    postprocessing: entries(root, root.raw('postprocessing'), ['postprocessing'], counter, 0, readPostprocessing),
    finalizers: entries(root, root.raw('finalizers'), ['finalizers'], counter, 0, readFinalizer),
  };
  for (const key of ['vars', 'allowed_backends']) root.raw(key);
  root.end();
  return pipeline;
}

function readVars(root: Parameters): ReadonlyMap<string, PipelineValue> {
  const vars = root.mapping('vars');
  const path = [...root.path, 'vars'];
  return new Map(Object.keys(vars).map((name) => [name, new Parameters(vars, path, 'vars').value(name)]));
}

/** Counts the entries of a file, nested ones included. */
interface Counter {
  items: number;
}

/** Reads a list of entries, each by `read`. */
function entries<T>(
  owner: Parameters,
  list: unknown,
  key: readonly string[],
  counter: Counter,
  depth: number,
  read: (entry: Parameters, counter: Counter, depth: number) => T,
): readonly T[] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) throw owner.fault(`${key.join('.')} is a list`, ...key);
  if (depth > PIPELINE_LIMITS.depth) {
    throw owner.fault(`entries nest deeper than ${PIPELINE_LIMITS.depth}`, ...key);
  }
  return list.map((written: unknown, index) => {
    if (!isMapping(written)) throw owner.fault('an entry is a map with a type', ...key, index);
    if (++counter.items > PIPELINE_LIMITS.items) {
      throw owner.fault(`the pipeline has more than ${PIPELINE_LIMITS.items} entries`, ...key, index);
    }
    return read(new Parameters(written, [...owner.path, ...key, index], 'the entry'), counter, depth);
  });
}

function readItem(entry: Parameters, counter: Counter, depth: number): ProcessingItem {
  const id = entry.optionalText('id');
  const rule = readConditions(entry, 'rule', RULE_CONDITIONS);
  const leaf = readConditions(entry, 'detection_item', DETECTION_ITEM_CONDITIONS);
  const field = readConditions(entry, 'field_name', FIELD_NAME_CONDITIONS);
  const { read, parameters } = byType(entry, TRANSFORMATIONS, 'transformation');
  const transformation = read(parameters, (list) => entries(parameters, list, ['items'], counter, depth + 1, readItem));
  parameters.end();
  return { id, transformation, rule, leaf, field };
}

function readPostprocessing(entry: Parameters, counter: Counter, depth: number): PostprocessingItem {
  const id = entry.optionalText('id');
  const rule = readConditions(entry, 'rule', RULE_CONDITIONS);
  const { read, parameters } = byType(entry, POSTPROCESSING, 'postprocessing');
  const change = read(parameters, (list) =>
    entries(parameters, list, ['items'], counter, depth + 1, readPostprocessing),
  );
  parameters.end();
  return { id, rule, change };
}

function readFinalizer(entry: Parameters, counter: Counter, depth: number): Finalizer {
  const { read, parameters } = byType(entry, FINALIZERS, 'finalizer');
  const finalize = read(parameters, (list) =>
    entries(parameters, list, ['finalizers'], counter, depth + 1, readFinalizer),
  );
  parameters.end();
  return finalize;
}

/** What reads the entry's type; anything that is not known is refused by name. */
function byType<T>(
  entry: Parameters,
  readers: Readonly<Record<string, T>>,
  what: string,
): { readonly read: T; readonly parameters: Parameters } {
  const type = entry.text('type');
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (read === undefined) {
    throw entry.unsupported(
      `the ${what} ${shown(type)} is not supported; supported are ${Object.keys(readers).join(', ')}`,
      'type',
    );
  }
  return { read, parameters: entry.named(type) };
}
