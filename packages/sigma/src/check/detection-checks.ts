import { onOneLine, partsBetween } from '../characters.js';
import type { FieldTest, KeywordTest } from '../model/condition.js';
import type { RuleCondition, SigmaRule } from '../model/rule.js';
import { matchingNames } from '../parse/condition.js';
import { leavesOf } from '../parse/tree.js';
import { isBroad } from './breadth.js';
import { constantOutcome } from './constant-condition.js';
import type { Remark } from './finding.js';
import { segmentsOf } from './logsource-checks.js';

/** Checks a rule's selections and conditions. */
export function* checkDetection(rule: SigmaRule): Generator<Remark> {
  yield* checkUnused(rule);
  for (const [index, condition] of rule.conditions.entries()) {
    const segments = rule.conditions.length === 1 ? ['detection', 'condition'] : ['detection', 'condition', index];
    yield* checkCondition(condition, segments);
  }
  for (const selection of rule.selections.values()) for (const leaf of leavesOf(selection)) yield* checkLeaf(leaf);
}

function* checkUnused(rule: SigmaRule): Generator<Remark> {
  const words = new Set(rule.conditions.flatMap(({ source }) => partsBetween(onOneLine(source), ' ()|')));
  const used = new Set<string>();
  for (const word of words) {
    if (rule.selections.has(word)) used.add(word);
    else if (word.includes('*') || word.toLowerCase() === 'them') {
      for (const name of matchingNames(word, rule.selections)) used.add(name);
    }
  }
  for (const name of rule.selections.keys()) {
    if (used.has(name)) continue;
    const message = `no condition uses the selection "${name}"`;
    yield { code: 'unused_selection', severity: 'warning', message, segments: ['detection', name] };
  }
}

function* checkCondition(
  { source, tree, aggregation }: RuleCondition,
  segments: readonly (string | number)[],
): Generator<Remark> {
  const outcome = constantOutcome(tree);
  if (outcome === true) {
    yield { code: 'always_true', severity: 'warning', message: 'the condition holds for every event', segments };
  } else if (outcome === false) {
    yield { code: 'never_true', severity: 'warning', message: 'the condition can hold for no event', segments };
  } else if (aggregation === undefined && isBroad(tree)) {
    const message =
      'the rule matches everyday events: one alternative of its condition tests only for wildcards, for one or two characters, or for a standard program';
    yield { code: 'broad_selection', severity: 'warning', message, segments };
  }
  if (/\ball\s+of\s+them\b/i.test(source)) {
    const message = '"all of them" also means every selection that is added later; name the selections by a pattern';
    yield { code: 'all_of_them', severity: 'info', message, segments };
  }
  if (aggregation === undefined) return;
  yield {
    code: 'old_aggregation',
    severity: 'info',
    message: 'the aggregation is better written as a correlation rule',
    segments,
  };
  if (aggregation.timespanSeconds === undefined) {
    yield {
      code: 'timespan_missing',
      severity: 'warning',
      message: 'the aggregation has no timeframe, so it counts over all time; add one',
      segments,
    };
  }
}

function* checkLeaf(leaf: FieldTest | KeywordTest): Generator<Remark> {
  const { path, tests } = leaf;
  const segments = ['detection', ...segmentsOf(path)];
  const modifiers = path.item.split('|').slice(1);
  const isNamed = leaf.kind === 'field';
  if (modifiers.includes('all') && tests.length === 1) {
    const message = `"all" needs several values`;
    yield { code: 'all_of_single_value', severity: 'warning', message, segments };
  }
  if (tests.length > 1 && tests.some(({ op }) => op === 'null')) {
    const message = 'null cannot be in a list of values; give it a selection of its own';
    yield { code: 'null_in_list', severity: 'warning', message, segments };
  }
  const written = new Set(tests.map((test) => JSON.stringify(test).toLowerCase()));
  if (written.size < tests.length && modifiers.every((modifier) => modifier !== 're' && modifier !== 'cased')) {
    yield { code: 'duplicate_value', severity: 'info', message: 'the list has a value twice', segments };
  }
  if (isNamed && modifiers.length === 0) {
    const shapes = new Set(tests.map((test) => (test.op === 'string' ? test.pattern.shape : 'exact')));
    const [shape] = shapes;
    if (shapes.size === 1 && (shape === 'contains' || shape === 'startswith' || shape === 'endswith')) {
      const message = `the wildcards are better written as the modifier "${shape}"`;
      yield { code: 'wildcards_for_modifier', severity: 'info', message, segments };
    }
  }
  for (const test of tests) {
    if (test.op !== 'placeholder') continue;
    const message = `the placeholder %${test.name}% has no values`;
    yield { code: 'placeholder', severity: 'info', message, segments };
  }
}
