import type { Aggregation, CorrelationType, RuleReferenceTree, SigmaCorrelation, Threshold } from '../model/rule.js';
import { readBoolean } from './boolean.js';
import { readReferenceTree, referencesOf } from './correlation-condition.js';
import { readDuration } from './duration.js';
import { Fault, shown } from './fault.js';
import { readHeader, readText, readTexts } from './header.js';
import { LIMITS } from './limits.js';
import { conditionText } from './rule.js';
import { isMapping, type Mapping } from './yaml.js';

const TYPES: readonly CorrelationType[] = [
  'event_count',
  'value_count',
  'temporal',
  'temporal_ordered',
  'value_sum',
  'value_avg',
  'value_percentile',
  'value_median',
];
const OPERATORS: readonly Threshold['operator'][] = ['gt', 'gte', 'lt', 'lte', 'eq', 'neq'];
const CONDITION_WORDS: ReadonlySet<string> = new Set([...OPERATORS, 'field', 'percentile']);
/** The specification has no default for the percentile of `value_percentile`; we take the median. */
const DEFAULT_PERCENTILE = 50;

/** Reads a correlation document. Throws a `Fault`. */
export function readCorrelation(raw: Mapping, document: number): SigmaCorrelation {
  const header = readHeader(raw);
  const section = raw['correlation'];
  if (!isMapping(section)) throw invalid('correlation must be a map of type, rules, timespan and condition', []);
  const type = readType(section);
  const { aggregation, expression } = readWhat(section, type);
  let rules = readTexts(section, 'rules', ['correlation']);
  if (rules.length === 0 && expression !== undefined) rules = referencesOf(expression);
  if (rules.length === 0) throw missing('rules', 'the correlation names no rules');
  if (rules.length > LIMITS.selections)
    throw invalid(`the correlation names more than ${LIMITS.selections} rules`, ['rules']);
  const unnamed = expression === undefined ? undefined : referencesOf(expression).find((name) => !rules.includes(name));
  if (unnamed !== undefined) {
    throw invalid(`the condition names ${shown(unnamed)}, which is not among the correlation's rules`, ['condition']);
  }
  return {
    kind: 'correlation',
    document,
    ...header,
    rules: [...new Set(rules)],
    aggregation,
    ...(expression === undefined ? {} : { expression }),
    aliases: readAliases(section),
    generate: readGenerate(section['generate'] ?? raw['generate']),
  };
}

function readType(section: Mapping): CorrelationType {
  const text = readText(section, 'type', ['correlation']);
  if (text === undefined) throw missing('type', 'the correlation has no type');
  const named = text.toLowerCase();
  const type = TYPES.find((known) => known === named || (isTemporal(known) && `${known}_extended` === named));
  if (type === undefined) throw invalid(`type must be one of ${TYPES.join(', ')}, not ${shown(text)}`, ['type']);
  return type;
}

/** Of these types pySigma calls those with a condition in words `…_extended`; the condition itself says as much. */
function isTemporal(type: CorrelationType): boolean {
  return type === 'temporal' || type === 'temporal_ordered';
}

/** Parses what is counted: grouping, timespan and condition. */
function readWhat(
  section: Mapping,
  type: CorrelationType,
): { aggregation: Aggregation; expression?: RuleReferenceTree } {
  const groupBy = readTexts(section, 'group-by', ['correlation']);
  if (section['timespan'] === undefined || section['timespan'] === null) {
    throw missing('timespan', 'the correlation has no timespan');
  }
  let timespanSeconds: number;
  try {
    timespanSeconds = readDuration(section['timespan'], 'InvalidCorrelation');
  } catch (error) {
    throw error instanceof Fault ? invalid(error.message, ['timespan']) : error;
  }
  const base = { type, groupBy, timespanSeconds };
  const condition = section['condition'];
  if (condition === undefined || condition === null) {
    if (!isTemporal(type)) throw missing('condition', `a ${type} correlation needs a condition such as "gte: 10"`);
    return { aggregation: { ...base, fields: [], thresholds: [] } };
  }
  if (typeof condition === 'string') {
    if (!isTemporal(type))
      throw invalid(`the condition of a ${type} correlation must be a map such as "gte: 10"`, ['condition']);
    return { aggregation: { ...base, fields: [], thresholds: [] }, expression: readExpression(condition) };
  }
  if (!isMapping(condition)) throw invalid('condition must be a map such as "gte: 10"', ['condition']);
  return { aggregation: { ...base, ...readCondition(condition, type) } };
}

function readExpression(source: string): RuleReferenceTree {
  try {
    return readReferenceTree(conditionText(source));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new Fault(error.code, error.message, ['correlation', 'condition'], error.offset);
  }
}

function readCondition(
  condition: Mapping,
  type: CorrelationType,
): Pick<Aggregation, 'fields' | 'percentile' | 'thresholds'> {
  const unknown = Object.keys(condition).find((key) => !CONDITION_WORDS.has(key));
  if (unknown !== undefined) throw invalid(`a condition has no ${shown(unknown)}`, ['condition', unknown]);
  const thresholds = readThresholds(condition);
  const fields = readCountedFields(condition, type);
  const percentile = Object.hasOwn(condition, 'percentile') ? readNumber(condition, 'percentile') : DEFAULT_PERCENTILE;
  if (percentile < 0 || percentile > 100)
    throw invalid('a percentile must be from 0 to 100', ['condition', 'percentile']);
  return { thresholds, fields, ...(type === 'value_percentile' ? { percentile } : {}) };
}

function readThresholds(condition: Mapping): readonly Threshold[] {
  const thresholds: Threshold[] = [];
  for (const operator of OPERATORS) {
    if (Object.hasOwn(condition, operator)) thresholds.push({ operator, value: readNumber(condition, operator) });
  }
  if (thresholds.length === 0) throw invalid('the condition compares with nothing; write "gte: 10"', ['condition']);
  return thresholds;
}

/** The fields whose values are counted or computed with; none for a correlation that counts events. */
function readCountedFields(condition: Mapping, type: CorrelationType): readonly string[] {
  const fields = readTexts(condition, 'field', ['correlation', 'condition']);
  const needsField = type.startsWith('value_');
  if (needsField && fields.length === 0)
    throw missing('condition', `a ${type} correlation needs a field in its condition`);
  if (fields.some((field) => field === '' || field.length > LIMITS.fieldCharacters))
    throw invalid(`field must name fields of at most ${LIMITS.fieldCharacters} characters`, ['condition', 'field']);
  if (type !== 'value_count' && needsField && fields.length > 1)
    throw invalid(`a ${type} correlation takes one field, not ${fields.length}: ${shown(fields.join(', '))}`, [
      'condition',
      'field',
    ]);
  if (fields.length > LIMITS.countedFields)
    throw invalid(`field names ${fields.length} fields; at most ${LIMITS.countedFields} are counted together`, [
      'condition',
      'field',
    ]);
  return needsField ? [...new Set(fields)] : [];
}

function readNumber(condition: Mapping, key: string): number {
  const value = condition[key];
  if (typeof value === 'number') return value;
  throw invalid(`"${key}" takes a number, not ${shown(value)}`, ['condition', key]);
}

function readAliases(section: Mapping): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const value = section['aliases'];
  const aliases = new Map<string, ReadonlyMap<string, string>>();
  if (value === undefined || value === null) return aliases;
  if (!isMapping(value)) throw invalid('aliases must be a map of alias to rule to field', ['aliases']);
  for (const alias of Object.keys(value)) {
    const fields = value[alias];
    if (!isMapping(fields)) throw invalid(`alias ${shown(alias)} must be a map of rule to field`, ['aliases', alias]);
    const byRule = new Map<string, string>();
    for (const rule of Object.keys(fields)) {
      const field = readText(fields, rule, ['correlation', 'aliases', alias]);
      if (field === undefined)
        throw invalid(`alias ${shown(alias)} has no field for ${shown(rule)}`, ['aliases', alias, rule]);
      byRule.set(rule, field);
    }
    aliases.set(alias, byRule);
  }
  return aliases;
}

function readGenerate(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  const flag = readBoolean(value);
  if (flag !== undefined) return flag;
  throw new Fault('InvalidCorrelation', `generate must be true or false, not ${shown(value)}`, ['generate']);
}

function missing(key: string, message: string): Fault {
  return new Fault('MissingField', message, ['correlation', key]);
}

function invalid(message: string, segments: readonly string[]): Fault {
  return new Fault('InvalidCorrelation', message, ['correlation', ...segments]);
}
