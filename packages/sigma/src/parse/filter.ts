import type { RuleCondition, SigmaDocument, SigmaFilter, SigmaRule } from '../model/rule.js';
import { ConditionReader } from './condition.js';
import type { ReadBudget } from './detection.js';
import { Fault } from './fault.js';
import { readHeader, readLogsource, readTexts } from './header.js';
import { conditionText, readSelections } from './rule.js';
import { addSize } from './rule-size.js';
import { joinConditions } from './tree.js';
import { noteNarrowed } from './written.js';
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
    const parts = { selections, size: { fields: 0, nodes: 0 } };
    const tree = new ConditionReader(conditionText(section['condition']), parts).read();
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
export function applyFilters(
  documents: readonly SigmaDocument[],
  filters: readonly SigmaFilter[],
): readonly SigmaDocument[] {
  if (filters.length === 0) return documents;
  return documents.map((document) =>
    document.kind === 'rule'
      ? filters.filter((filter) => concerns(filter, document)).reduce(narrow, document)
      : document,
  );
}

/** The rules that their filters make larger than a rule may be, each with its fault. */
export function findOvergrown(
  documents: readonly SigmaDocument[],
  filters: readonly SigmaFilter[],
): readonly (readonly [SigmaRule, Fault])[] {
  if (filters.length === 0) return [];
  const found: (readonly [SigmaRule, Fault])[] = [];
  for (const rule of documents) {
    if (rule.kind !== 'rule') continue;
    try {
      const size = { fields: 0, nodes: 0 };
      const own = filters.filter((filter) => concerns(filter, rule));
      for (const { tree } of rule.conditions) {
        addSize(size, tree);
        for (const filter of own) addSize(size, filter.tree);
      }
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      found.push([rule, new Fault(error.code, error.message, ['detection', 'condition'])]);
    }
  }
  return found;
}

/** The filters that narrow no rule of the documents, each with its fault. Whoever wrote one believes that it works. */
export function findIdleFilters(
  documents: readonly SigmaDocument[],
  filters: readonly SigmaFilter[],
): readonly (readonly [SigmaFilter, Fault])[] {
  return filters
    .filter((filter) => !documents.some((document) => document.kind === 'rule' && concerns(filter, document)))
    .map((filter) => {
      const isNamed = documents.some((document) => document.kind === 'rule' && names(filter, document));
      const message = isNamed
        ? 'the filter touches no rule: the rules it names have another log source'
        : 'the filter touches no rule: no rule of the collection has an id or name from its list';
      return [filter, new Fault('UnknownRule', message, isNamed ? ['logsource'] : ['filter', 'rules'])];
    });
}

function names({ rules }: SigmaFilter, { id, name }: SigmaRule): boolean {
  return rules === 'any' || rules.some((reference) => reference === id || reference === name);
}

function concerns(filter: SigmaFilter, rule: SigmaRule): boolean {
  return (
    names(filter, rule) &&
    (['category', 'product', 'service'] as const).every((key) =>
      [undefined, rule.logsource[key]].includes(filter.logsource[key]),
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
  return noteNarrowed({ ...rule, conditions }, rule, filter);
}
