import type { RuleCondition, SigmaDocument, SigmaFilter, SigmaRule } from '../model/rule.js';
import { ConditionReader } from './condition.js';
import type { ReadBudget } from './detection.js';
import { Fault } from './fault.js';
import { readHeader, readLogsource, readTexts } from './header.js';
import { conditionText, readSelections } from './rule.js';
import { joinConditions } from './tree.js';
import { isMapping, type Mapping } from './yaml.js';

/** Keys of a filter section that are not selections. */
const FILTER_WORDS: ReadonlySet<string> = new Set(['rules', 'condition']);

/** Reads a filter document. Throws a `Fault`. */
export function readFilter(raw: Mapping, document: number, budget: ReadBudget): SigmaFilter {
  const header = readHeader(raw);
  const logsource = readLogsource(raw);
  const section = raw['filter'];
  if (!isMapping(section))
    throw new Fault('InvalidFilter', 'filter must be a map of rules, selections and a condition', ['filter']);
  const rules = readTexts(section, 'rules', ['filter']);
  if (rules.length === 0)
    throw new Fault('MissingField', 'the filter names no rules; write "any" for all', ['filter', 'rules']);
  const selections = readSelections(section, 'filter', FILTER_WORDS, budget);
  const segments = ['filter', 'condition'];
  if (section['condition'] === undefined) throw new Fault('MissingField', 'the filter has no condition', segments);
  try {
    const tree = new ConditionReader(conditionText(section['condition']), selections).read();
    const isAny = rules.length === 1 && rules[0]?.toLowerCase() === 'any';
    return { kind: 'filter', document, ...header, logsource, rules: isAny ? 'any' : rules, tree };
  } catch (error) {
    throw error instanceof Fault ? new Fault(error.code, error.message, segments, error.offset) : error;
  }
}

/**
 * Narrows every rule by the filters that name it (by id or name) and have its log source: its conditions become `(…) and <filter>`.
 * Documents without a filter are returned unchanged.
 */
export function applyFilters(documents: readonly SigmaDocument[]): readonly SigmaDocument[] {
  const filters = documents.filter((document) => document.kind === 'filter');
  if (filters.length === 0) return documents;
  return documents.map((document) =>
    document.kind === 'rule'
      ? filters.filter((filter) => concerns(filter, document)).reduce(narrow, document)
      : document,
  );
}

function concerns({ rules, logsource }: SigmaFilter, rule: SigmaRule): boolean {
  const isNamed = rules === 'any' || rules.some((name) => name === rule.id || name === rule.name);
  return (
    isNamed &&
    (['category', 'product', 'service'] as const).every((key) =>
      [undefined, rule.logsource[key]].includes(logsource[key]),
    )
  );
}

function narrow(rule: SigmaRule, filter: SigmaFilter): SigmaRule {
  const conditions = rule.conditions.map(({ source, tree, aggregation }): RuleCondition => {
    const narrowed = joinConditions('and', [tree, filter.tree]);
    const near = aggregation?.near?.map((part) => joinConditions('and', [part, filter.tree]));
    return {
      source: `${source} [filter ${filter.name ?? filter.id ?? filter.title}]`,
      tree: narrowed,
      ...(aggregation === undefined
        ? {}
        : { aggregation: near === undefined ? aggregation : { ...aggregation, near } }),
    };
  });
  return { ...rule, conditions };
}
