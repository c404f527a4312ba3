import type { ValueTest } from '../model/condition.js';
import type { Aggregation, Logsource, Threshold } from '../model/rule.js';

/**
 * What a query tests on one value: a test as in rules, or `term`, KQL's `has`: the value contains the text as whole words (`hasprefix` and
 * `hassuffix` leave one end open).
 */
export type QueryTest =
  | ValueTest
  | {
      readonly op: 'term';
      readonly literal: string;
      readonly start: boolean;
      readonly end: boolean;
      readonly cased: boolean;
    };

/** One test of a query. `field` is the product's own name, undefined for a search of the whole event. `at` is its offset. */
export interface QueryLeaf {
  readonly kind: 'test';
  readonly field: string | undefined;
  readonly test: QueryTest;
  readonly at: number;
  /** Elements of arrays that the value is in, where the query means one and the field any. */
  readonly elements?: readonly QueryElement[];
  /** Whether the test is false, and not unknown, of an event without the field, in a language that tells these apart. */
  readonly isDecided?: true;
}

/** One element of an array: that of a number, or without one that of a row which `mv-expand` (at `at`) makes. */
export interface QueryElement {
  readonly array: string;
  readonly index?: number;
  readonly at: number;
}

/**
 * The condition of a query in the product's own names. `and` and `or` have two or more children, none of their own kind; `constant` stands
 * alone.
 */
export type QueryNode =
  | { readonly kind: 'and' | 'or'; readonly children: readonly QueryNode[] }
  | { readonly kind: 'not'; readonly child: QueryNode }
  | { readonly kind: 'constant'; readonly value: boolean }
  | QueryLeaf;

/** A remark for the reader of the rule on how it was read from its query. */
export interface QueryRemark {
  readonly code: ReadNoteCode;
  readonly message: string;
  readonly at: number;
}

/** The closed list of differences between a query and the rule read from it. */
export type ReadNoteCode =
  /** The rule matches more than the query; never less. */
  | 'widened'
  /** The rule looks at fewer kinds of events than the query, which does not say which it means. */
  | 'logsource_narrowed'
  /** The query does not name its log; its fields decided. */
  | 'logsource_assumed'
  /** No map knows the field; the rule has the product's own name. */
  | 'unmapped_field'
  /** The query has `and` and `or` without parentheses, whose precedence differs by product. */
  | 'ambiguous_precedence'
  /** The query counts without a window of its own; the rule has the one that its schedule or the caller gives. */
  | 'window_assumed'
  /**
   * The rule groups by a field of which the query uses only a part, or in one letter case: it may count less together. Or it looks in the log that the query names,
   * and not at events of one installation that are an alternative to it. Or it excludes more: an outcome that the product does not know counts as a success.
   */
  | 'narrowed'
  /** Evidence for the operating system disagrees; the rule leaves the product open. */
  | 'product_open'
  /** Sigma's taxonomy has no such log source; it is named after the query's table, data set or source type. */
  | 'logsource_unlisted'
  /** The query compares with a list that is kept elsewhere; the rule has a placeholder for its values, which a pipeline fills in. */
  | 'list_elsewhere'
  /** A time range, an order or a limit of the search, which are not part of a rule. */
  | 'search_settings'
  /** What the query shows of the events found (columns, counts), which is not part of a rule. */
  | 'presentation';

/** What a query counts of the events that its condition finds, in the product's own names. */
export interface QueryCount {
  readonly type: Aggregation['type'];
  /** The fields whose values are counted; none where events are. */
  readonly fields: readonly string[];
  readonly percentile?: number;
  readonly groupBy: readonly string[];
  /** The window that the query itself gives, in seconds. */
  readonly windowSeconds?: number;
  readonly thresholds: readonly Threshold[];
  /** What the counted events satisfy besides the query's own condition. */
  readonly where?: QueryNode;
  /** Further counts of the same groups, which must be reached as well. Each, and this one, then has lower bounds alone. */
  readonly others?: readonly QueryCount[];
  readonly at: number;
}

/** Events that a query looks for together, each by a condition of its own. */
export interface QuerySteps {
  readonly ordered: boolean;
  readonly windowSeconds?: number;
  /** `by` are the fields whose values the events share, in the order of the other steps' fields. */
  readonly steps: readonly { readonly tree: QueryNode; readonly by: readonly string[]; readonly at: number }[];
}

/** A part of a query that is not in the rule, as offsets, and why. */
export interface UnreadPart {
  readonly at: number;
  readonly end: number;
  readonly why: string;
}

/** A query as its parser gives it. */
export interface ParsedQuery {
  /** The condition on single events; of a query with steps, always true. */
  readonly tree: QueryNode;
  readonly remarks: readonly QueryRemark[];
  readonly count?: QueryCount;
  readonly steps?: QuerySteps;
  /** What was left out, where the caller takes a query in part. */
  readonly unread?: readonly UnreadPart[];
  /** The log source that the query's own description names. */
  readonly named?: Logsource;
  /** Index patterns that the query itself names. */
  readonly index?: readonly string[];
  /** Where an offset of the parsed text stands in the text that the caller gave, where macros were written out. */
  readonly placeOf?: (at: number) => number;
}

/** How a query is parsed. */
export interface ParseOptions {
  /** Leaves out what cannot be read, where the rest still means something, and lists it. */
  readonly partial?: boolean;
  /** Splunk's macros by name. */
  readonly macros?: Readonly<Record<string, QueryMacro>>;
  /** Splunk's lookup files, by each name that a search has for one. */
  readonly lists?: Readonly<Record<string, QueryList>>;
  /** The objects of Splunk's data models: `Model.Object`, and `Model` for its first. */
  readonly dataModels?: Readonly<Record<string, QueryDataModel>>;
}

/** A table that a search takes values from: the cells that are not empty of each row, by column. */
export interface QueryList {
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** An object of a data model: the events that are in it, and what it adds to them. */
export interface QueryDataModel {
  /** Searches that each of its events is found by. */
  readonly constraints: readonly string[];
  /** Fields that the model computes and no event has. */
  readonly computed: readonly string[];
  /** What may stand before the name of a field, with a dot behind it. */
  readonly prefixes: readonly string[];
}

/** A macro of a Splunk installation: `$name$` in the definition stands for an argument. */
export interface QueryMacro {
  readonly arguments?: readonly string[] | null;
  readonly definition: string;
}

/** The remark on a list whose values the rule has a placeholder for. */
export function listRemark(name: string, at: number): QueryRemark {
  const message = `The values of the list ${name} are kept elsewhere; the rule has the placeholder %${name}% for them, which a pipeline fills in.`;
  return { code: 'list_elsewhere', message, at };
}

export const ALWAYS: QueryNode = { kind: 'constant', value: true };
const NEVER: QueryNode = { kind: 'constant', value: false };

/** Makes a test of one field. */
export function test(field: string | undefined, of: QueryTest, at: number): QueryLeaf {
  return { kind: 'test', field, test: of, at };
}

/** Joins nodes, folding constants and nested nodes of the same kind. */
export function join(kind: 'and' | 'or', nodes: readonly QueryNode[]): QueryNode {
  const absorbing = kind === 'or';
  const children: QueryNode[] = [];
  for (const node of nodes) {
    if (node.kind === 'constant') {
      if (node.value === absorbing) return node;
    } else if (node.kind === kind) for (const child of node.children) children.push(child);
    else children.push(node);
  }
  if (children.length === 0) return absorbing ? NEVER : ALWAYS;
  return children.length === 1 ? (children[0] as QueryNode) : { kind, children };
}

/** Negates a node; a double negation is removed. */
export function negate(node: QueryNode): QueryNode {
  if (node.kind === 'constant') return node.value ? NEVER : ALWAYS;
  return node.kind === 'not' ? node.child : { kind: 'not', child: node };
}

/** The parts that must all hold. */
export function conjunctsOf(tree: QueryNode): readonly QueryNode[] {
  if (tree.kind === 'and') return tree.children;
  return tree.kind === 'constant' && tree.value ? [] : [tree];
}
