import type { Condition } from '../../model/condition.js';
import { DetectionReader } from '../../parse/detection.js';
import { Fault } from '../../parse/fault.js';
import { joinConditions, leavesOf, mapConditions, negateCondition } from '../../parse/tree.js';
import { isMapping, type Mapping } from '../../parse/yaml.js';
import type { Step } from '../model.js';
import type { Parameters } from '../parameters.js';
import { fillLogsource, fillReferences } from '../template.js';
import type { TransformationReaders } from './readers.js';

/** Transformations of a whole rule: its condition, its log source, its list of fields and what else is kept of it. */
export const RULE_TRANSFORMATIONS: TransformationReaders = {
  add_condition(parameters) {
    const conditions = parameters.mapping('conditions');
    const name = parameters.optionalText('name') ?? 'added';
    const template = parameters.boolean('template');
    const negated = parameters.boolean('negated');
    // Read once with the file, so that a fault in it is found there.
    parameters.at('conditions', () => readCondition(name, conditions));
    return (subject, step) => {
      if (subject.kind !== 'rule') return subject;
      const fill = (text: string): string =>
        fillReferences(template ? fillLogsource(text, subject.logsource) : text, step.run);
      const added = readCondition(name, filled(conditions, fill));
      record(added, step);
      const part = negated ? negateCondition(added) : added;
      return mapConditions(subject, (tree) => joinConditions('and', [part, tree]));
    };
  },

  change_logsource(parameters) {
    const logsource = Object.fromEntries(
      (['category', 'product', 'service'] as const).flatMap((key) => {
        const text = parameters.optionalText(key);
        return text === undefined ? [] : [[key, text]];
      }),
    );
    if (Object.keys(logsource).length === 0) {
      throw parameters.fault('change_logsource names no category, product or service');
    }
    return (subject) => (subject.kind === 'rule' ? { ...subject, logsource: { ...logsource } } : subject);
  },

  add_field(parameters) {
    const added = parameters.texts('field');
    return (subject) => ({ ...subject, fields: [...subject.fields, ...added] });
  },
  remove_field(parameters) {
    const removed = new Set(parameters.texts('field'));
    return (subject) => ({ ...subject, fields: subject.fields.filter((field) => !removed.has(field)) });
  },
  set_field(parameters) {
    const fields = parameters.texts('fields');
    return (subject) => ({ ...subject, fields });
  },

  set_state(parameters) {
    const key = parameters.text('key');
    const value = parameters.value(stateKey(parameters));
    return (subject, { run }) => {
      run.state.set(key, value);
      return subject;
    };
  },
  set_custom_attribute(parameters) {
    const attribute = parameters.text('attribute');
    const value = parameters.value('value');
    return (subject, { run }) => {
      run.attributes.set(attribute, value);
      return subject;
    };
  },
};

/** pySigma's code calls the state's value `val`, its guide `value`. */
function stateKey(parameters: Parameters): 'val' | 'value' {
  return parameters.has('value') ? 'value' : 'val';
}

function readCondition(name: string, conditions: Mapping): Condition {
  const budget = { placeholders: new Map<string, readonly string[]>(), values: 0, regexes: 0 };
  try {
    return new DetectionReader(budget, 'conditions').readSelection(name, conditions);
  } catch (error) {
    // The place in the file begins behind the section and the selection, which it does not have.
    throw error instanceof Fault ? new Fault(error.code, error.message, error.segments.slice(2)) : error;
  }
}

function filled(conditions: Mapping, fill: (text: string) => string): Mapping {
  const value = (each: unknown): unknown => {
    if (typeof each === 'string') return fill(each);
    if (Array.isArray(each)) return each.map(value);
    return isMapping(each) ? filled(each, fill) : each;
  };
  return Object.fromEntries(Object.entries(conditions).map(([field, each]) => [field, value(each)]));
}

/** Remembers the added fields, which are often the product's own. */
function record(added: Condition, { run, item }: Step): void {
  for (const leaf of leavesOf(added)) {
    if (leaf.kind === 'field') run.names.added.add(leaf.field);
    run.appliedToLeaf(leaf, leaf, item.id);
  }
}
