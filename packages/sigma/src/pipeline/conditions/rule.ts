import { LEVELS, type Level, STATUSES, type Status } from '../../model/rule.js';
import { leavesOfSubject } from '../leaves.js';
import type { Check } from '../model.js';
import type { Parameters } from '../parameters.js';
import type { PipelineRun } from '../run.js';
import type { PipelineScalar, PipelineValue, Subject } from '../subject.js';
import { equalsTest } from '../value-text.js';
import type { ConditionReaders } from './group.js';
import { COMPARISONS, compares, readProcessingState } from './state.js';

/** The conditions on a whole rule, by their type. */
export const RULE_CONDITIONS: ConditionReaders<Subject> = {
  logsource: readLogsource,
  contains_detection_item(parameters) {
    const field = parameters.text('field');
    const equals = equalsTest(parameters.scalar('value'));
    return (subject) =>
      leavesOfSubject(subject).some((leaf) => leaf.kind === 'field' && leaf.field === field && leaf.tests.some(equals));
  },
  contains_field(parameters) {
    const field = parameters.text('field');
    return (subject) => leavesOfSubject(subject).some((leaf) => leaf.kind === 'field' && leaf.field === field);
  },
  processing_item_applied(parameters) {
    const id = parameters.text('processing_item_id');
    return (_subject, run) => run.wasApplied(id);
  },
  processing_state: readProcessingState,
  is_sigma_rule: () => (subject) => subject.kind === 'rule',
  is_sigma_correlation_rule: () => (subject) => subject.kind === 'correlation',
  rule_attribute: readRuleAttribute,
  tag(parameters) {
    const tag = parameters.text('tag').toLowerCase();
    return ({ tags }) => tags.some((each) => each.toLowerCase() === tag);
  },
};

/** `logsource`: what it names must be equal. A correlation has the log sources of its rules. */
function readLogsource(parameters: Parameters): Check<Subject> {
  const wanted = (['category', 'product', 'service'] as const).flatMap((key) => {
    const text = parameters.optionalText(key)?.toLowerCase();
    return text === undefined ? [] : [[key, text] as const];
  });
  if (wanted.length === 0) throw parameters.fault('the condition names no category, product or service');
  const matches = (subject: Subject, run: PipelineRun): boolean =>
    subject.kind === 'rule'
      ? wanted.every(([key, text]) => subject.logsource[key]?.toLowerCase() === text)
      : run.referred(subject).some((rule) => matches(rule, run));
  return matches;
}

/** `rule_attribute`: compares a part of the rule's header, or a custom attribute. */
function readRuleAttribute(parameters: Parameters): Check<Subject> {
  const attribute = parameters.text('attribute');
  const wanted = parameters.scalar('value');
  const operator = parameters.word('op', [...COMPARISONS, 'in', 'not_in']);
  if (attribute === 'level' || attribute === 'status') {
    const rank = rankOf(attribute, String(wanted));
    if (rank < 0) throw parameters.fault(`there is no ${attribute} "${wanted}"`, 'value');
    if (operator === 'in' || operator === 'not_in') throw parameters.fault(`${attribute} is no list`, 'op');
    return (subject) => {
      const value = subject[attribute];
      return value !== undefined && compares(rankOf(attribute, value), operator, rank);
    };
  }
  return (subject, run) => {
    const value = attributeOf(subject, attribute, run);
    if (value === undefined) return false;
    if (Array.isArray(value)) {
      const isIn = value.some((each) => String(each) === String(wanted));
      return operator === 'in' ? isIn : operator === 'not_in' ? !isIn : operator === 'ne';
    }
    if (operator === 'in' || operator === 'not_in') return false;
    const single = value as PipelineScalar;
    return typeof single === 'number'
      ? compares(single, operator, Number(wanted))
      : compares(String(single), operator, String(wanted));
  };
}

/** The places of levels and statuses in their order, lowest first. */
function rankOf(attribute: 'level' | 'status', word: string): number {
  const text = word.toLowerCase();
  if (attribute === 'level') return LEVELS.indexOf(text as Level);
  const at = STATUSES.indexOf(text as Status);
  return at < 0 ? at : STATUSES.length - at;
}

/** A text or list of the rule's header, or a custom attribute. */
export function attributeOf(subject: Subject, name: string, run: PipelineRun): PipelineValue | undefined {
  if (Object.hasOwn(subject, name)) {
    const value: unknown = (subject as unknown as Readonly<Record<string, unknown>>)[name];
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
    if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  }
  return run.attributes.get(name);
}
