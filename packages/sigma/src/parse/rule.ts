import type { Condition } from '../model/condition.js';
import type { RuleCondition, SigmaRule } from '../model/rule.js';
import { behindWord, readAggregation } from './aggregation.js';
import { type ConditionParts, ConditionReader, type Selections } from './condition.js';
import { DetectionReader, type ReadBudget } from './detection.js';
import { readDuration } from './duration.js';
import { Fault, shown } from './fault.js';
import { readHeader, readLogsource } from './header.js';
import { LIMITS } from './limits.js';
import { isMapping, type Mapping } from './yaml.js';

/** Keys of a detection that are not selections. */
const DETECTION_WORDS: ReadonlySet<string> = new Set(['condition', 'timeframe']);

/** Reads a detection rule. Throws a `Fault`. */
export function readRule(raw: Mapping, document: number, budget: ReadBudget): SigmaRule {
  const header = readHeader(raw);
  const logsource = readLogsource(raw);
  const detection = raw['detection'];
  if (detection === undefined || detection === null) {
    throw new Fault('MissingField', 'the rule has no detection', ['detection']);
  }
  if (!isMapping(detection)) {
    throw new Fault('InvalidDetection', 'detection must be a map of selections and a condition', ['detection']);
  }
  const selections = readSelections(detection, 'detection', DETECTION_WORDS, budget);
  const timeframeSeconds = readTimeframe(raw, detection);
  const parts: ConditionParts = { selections, size: { fields: 0, nodes: 0 } };
  const conditions = conditionSources(detection).map(({ source, segments }) => {
    try {
      return readRuleCondition(source, parts, timeframeSeconds);
    } catch (error) {
      throw error instanceof Fault ? new Fault(error.code, error.message, segments, error.offset) : error;
    }
  });
  return {
    kind: 'rule',
    document,
    ...header,
    logsource,
    conditions,
    selections,
    ...(timeframeSeconds === undefined ? {} : { timeframeSeconds }),
  };
}

/** Parses the selections of a `detection` or `filter` section: every key that is not one of its reserved words. */
export function readSelections(
  section: Mapping,
  sectionName: string,
  words: ReadonlySet<string>,
  budget: ReadBudget,
): Selections {
  const reader = new DetectionReader(budget, sectionName);
  const selections = new Map<string, Condition>();
  for (const name of Object.keys(section)) {
    if (words.has(name)) continue;
    selections.set(name, reader.readSelection(name, section[name]));
    if (selections.size > LIMITS.selections) {
      throw new Fault('TooLarge', `the rule has more than ${LIMITS.selections} selections`, [sectionName]);
    }
  }
  if (selections.size === 0) throw new Fault('InvalidDetection', `${sectionName} has no selection`, [sectionName]);
  return selections;
}

/** Checks that a condition is there, is a text, and is not too long. */
export function conditionText(value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') {
    throw new Fault('InvalidCondition', `a condition must be a text, not ${shown(value)}`);
  }
  if (value.length > LIMITS.conditionCharacters) {
    throw new Fault(
      'TooLarge',
      `the condition has ${value.length} characters; ${LIMITS.conditionCharacters} are allowed`,
    );
  }
  return value;
}

function conditionSources(detection: Mapping): { source: unknown; segments: (string | number)[] }[] {
  const value = detection['condition'];
  const segments = ['detection', 'condition'];
  if (value === undefined || value === null)
    throw new Fault('MissingField', 'the detection has no condition', segments);
  if (!Array.isArray(value)) return [{ source: value, segments }];
  if (value.length === 0 || value.length > LIMITS.conditionsPerRule) {
    throw new Fault(
      'InvalidCondition',
      `a list of conditions must have 1 to ${LIMITS.conditionsPerRule} entries`,
      segments,
    );
  }
  return value.map((source: unknown, index) => ({ source, segments: [...segments, index] }));
}

function readRuleCondition(value: unknown, parts: ConditionParts, timeframeSeconds: number | undefined): RuleCondition {
  const source = conditionText(value);
  const pipe = source.indexOf('|');
  const head = pipe < 0 ? source : source.slice(0, pipe);
  const near = behindWord(source, 'near') ?? source.length;
  if (pipe < 0 && near < source.length && !parts.selections.has('near')) {
    const aggregation = readAggregation(source, 0, undefined, parts, timeframeSeconds);
    return { source, tree: aggregation.near?.[0] as Condition, aggregation };
  }
  const tree = new ConditionReader(head, parts).read();
  if (pipe < 0) return { source, tree };
  return {
    source,
    tree,
    aggregation: readAggregation(source.slice(pipe + 1), pipe + 1, tree, parts, timeframeSeconds),
  };
}

/** In the old syntax `timeframe` is inside the detection; some rules have it outside. */
function readTimeframe(raw: Mapping, detection: Mapping): number | undefined {
  const inside = detection['timeframe'];
  const value = inside ?? raw['timeframe'];
  if (value === undefined || value === null) return undefined;
  try {
    return readDuration(value, 'InvalidDetection');
  } catch (error) {
    const segments = inside === undefined ? ['timeframe'] : ['detection', 'timeframe'];
    throw error instanceof Fault ? new Fault(error.code, error.message, segments) : error;
  }
}
