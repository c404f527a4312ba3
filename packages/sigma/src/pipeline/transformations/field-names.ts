import type { Condition, ValueTest } from '../../model/condition.js';
import { SigmaError } from '../../model/error.js';
import type { Aggregation, SigmaCorrelation, SigmaRule } from '../../model/rule.js';
import { LIMITS } from '../../parse/limits.js';
import { widenPattern } from '../../parse/pattern.js';
import { joinConditions } from '../../parse/tree.js';
import { changeLeaves, withTests } from '../leaves.js';
import type { Step, Transformation } from '../model.js';
import type { Parameters } from '../parameters.js';
import type { Leaf } from '../subject.js';
import type { TransformationReaders } from './readers.js';

/** New names of a field, alternatives to each other; none drops the field, undefined leaves it. The field of a keyword search is undefined. */
type Renaming = (field: string | undefined) => readonly string[] | undefined;

/** The key of `mapping` that stands for keyword searches, which YAML writes as null. */
const KEYWORDS = 'null';
/** Names that one field may get. */
const ALTERNATIVES_MAX = 100;

/** Transformations of field names: in detection items, in references to fields, in the rule's list of fields and in what is counted. */
export const FIELD_NAME_TRANSFORMATIONS: TransformationReaders = {
  field_name_mapping(parameters) {
    const mapping = readMapping(parameters);
    return renaming((field) => mapping.get(field ?? KEYWORDS));
  },
  field_name_prefix_mapping(parameters) {
    const mapping = readMapping(parameters);
    return renaming((field) => {
      if (field === undefined) return undefined;
      for (const [prefix, names] of mapping) {
        if (field.startsWith(prefix)) return names.map((name) => name + field.slice(prefix.length));
      }
      return undefined;
    });
  },
  field_name_prefix(parameters) {
    const prefix = parameters.text('prefix');
    return renaming((field) => (field === undefined ? undefined : [prefix + field]));
  },
  field_name_suffix(parameters) {
    const suffix = parameters.text('suffix');
    return renaming((field) => (field === undefined ? undefined : [field + suffix]));
  },
  field_name_transform(parameters) {
    const mapping = parameters.has('mapping') ? readMapping(parameters) : undefined;
    parameters.raw('mapping');
    const name = parameters.text('transform_func');
    if (name !== 'lower' && name !== 'upper') {
      throw parameters.unsupported(
        `field_name_transform runs a Python function in pySigma; here transform_func is lower or upper, not ${name}`,
        'transform_func',
      );
    }
    return renaming((field) => {
      if (field === undefined) return undefined;
      return mapping?.get(field) ?? [name === 'lower' ? field.toLowerCase() : field.toUpperCase()];
    });
  },
};

function readMapping(parameters: Parameters): ReadonlyMap<string, readonly string[]> {
  const mapping = parameters.mappingOfTexts('mapping');
  for (const [field, names] of mapping) {
    if (names.length > ALTERNATIVES_MAX) {
      throw parameters.fault(`a field has at most ${ALTERNATIVES_MAX} names`, 'mapping', field);
    }
  }
  return mapping;
}

function renaming(rename: Renaming): Transformation {
  return (subject, step) => {
    const namesOf = (field: string): readonly string[] => {
      const names = step.item.field(field, step.run) ? rename(field) : undefined;
      if (names === undefined) return [field];
      given(field, names, step);
      return names;
    };
    const listed = { ...subject, fields: subject.fields.flatMap(namesOf) };
    const counted = listed.kind === 'rule' ? renameCounts(listed, namesOf) : renameCorrelation(listed, namesOf);
    return changeLeaves(counted, step, (leaf) => renameLeaf(leaf, rename, step));
  };
}

function given(field: string | undefined, names: readonly string[], { run, item }: Step): void {
  const long = names.find((name) => name.length > LIMITS.fieldCharacters);
  if (long !== undefined) {
    throw new SigmaError(
      'TooLarge',
      `a pipeline makes a field name of more than ${LIMITS.fieldCharacters} characters of ${field}`,
    );
  }
  run.appliedToField(field, names, item.id);
}

function renameLeaf(leaf: Leaf, rename: Renaming, step: Step): Condition | undefined {
  const compared = renameReferences(leaf, rename, step);
  const field = leaf.kind === 'field' ? leaf.field : undefined;
  const names = step.item.field(field, step.run) ? rename(field) : undefined;
  if (names === undefined) return compared;
  given(field, names, step);
  if (names.length === 0) return undefined;
  const made = compared.kind === 'field' ? compared : withTests(compared, compared.tests.map(anywhere));
  if (made === undefined) return undefined;
  const named = (tests: Leaf): Condition[] => names.map((name) => ({ ...tests, kind: 'field', field: name }));
  if (names.length === 1 || made.tests.every((test) => !isAbsence(test))) return joinConditions('or', named(made));
  // A value is missing only where none of the alternatives has one.
  const parts = made.tests.map((test) => {
    const single: Leaf = { ...made, join: 'any', tests: [test] };
    return joinConditions(isAbsence(test) ? 'and' : 'or', named(single));
  });
  return joinConditions(made.join === 'any' ? 'or' : 'and', parts);
}

function isAbsence(test: ValueTest): boolean {
  return test.op === 'null' || (test.op === 'exists' && !test.value);
}

/** A keyword may stand anywhere in the event, so it may stand anywhere in the field that it is mapped to. */
function anywhere(test: ValueTest): ValueTest {
  return test.op === 'string' ? { ...test, pattern: widenPattern(test.pattern, true, true) } : test;
}

/** The detection item with renamed fields in comparisons with other fields; with several names, any of them may be equal. */
function renameReferences(leaf: Leaf, rename: Renaming, step: Step): Leaf {
  if (!leaf.tests.some(({ op }) => op === 'fieldref')) return leaf;
  const tests = leaf.tests.flatMap((test): readonly ValueTest[] => {
    if (test.op !== 'fieldref' || !step.item.field(test.field, step.run)) return [test];
    const names = rename(test.field);
    if (names === undefined) return [test];
    given(test.field, names, step);
    return names.map((field) => ({ ...test, field }));
  });
  return withTests(leaf, tests) ?? leaf;
}

/** Renames the fields of old-style `| count(field) by field`. */
function renameCounts(rule: SigmaRule, namesOf: (field: string) => readonly string[]): SigmaRule {
  if (rule.conditions.every(({ aggregation }) => aggregation === undefined)) return rule;
  const conditions = rule.conditions.map((condition) =>
    condition.aggregation === undefined
      ? condition
      : { ...condition, aggregation: renameAggregation(condition.aggregation, namesOf, new Set()) },
  );
  return { ...rule, conditions };
}

function renameCorrelation(
  correlation: SigmaCorrelation,
  namesOf: (field: string) => readonly string[],
): SigmaCorrelation {
  const aliases = new Map(
    [...correlation.aliases].map(([alias, fields]) => [
      alias,
      new Map([...fields].map(([reference, field]) => [reference, onlyName(field, namesOf, 'an alias')])),
    ]),
  );
  const aggregation = renameAggregation(correlation.aggregation, namesOf, new Set(aliases.keys()));
  return { ...correlation, aliases, aggregation };
}

function renameAggregation(
  aggregation: Aggregation,
  namesOf: (field: string) => readonly string[],
  aliases: ReadonlySet<string>,
): Aggregation {
  return {
    ...aggregation,
    groupBy: aggregation.groupBy.flatMap((name) => (aliases.has(name) ? [name] : namesOf(name))),
    fields: aggregation.fields.map((field) =>
      aliases.has(field) ? field : onlyName(field, namesOf, 'the counted field'),
    ),
  };
}

function onlyName(field: string, namesOf: (field: string) => readonly string[], what: string): string {
  const [name, ...others] = namesOf(field);
  if (name === undefined || others.length > 0) {
    throw new SigmaError(
      'RefusedByPipeline',
      `${what} of a correlation has one name, and the pipeline maps ${field} to ${others.length + (name === undefined ? 0 : 1)}`,
    );
  }
  return name;
}
