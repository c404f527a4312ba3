import type { ValueTest } from '../model/condition.js';

/**
 * What a query asks of one value: a test as rules have it, or `term`, KQL's `has`: the text stands in the value as words of their own
 * (`hasprefix` and `hassuffix` leave one end open).
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
}

/** The condition of a query in the product's own names. `and` and `or` have two or more children, none of their own kind; `constant` stands alone. */
export type QueryNode =
  | { readonly kind: 'and' | 'or'; readonly children: readonly QueryNode[] }
  | { readonly kind: 'not'; readonly child: QueryNode }
  | { readonly kind: 'constant'; readonly value: boolean }
  | QueryLeaf;

/** Something the reader of a rule must know about how it was read from its query. */
export interface QueryRemark {
  readonly code: ReadNoteCode;
  readonly message: string;
  readonly at: number;
}

/** The closed list of what a reading may differ in. */
export type ReadNoteCode =
  /** The rule matches more than the query; never less. */
  | 'widened'
  /** The rule looks at fewer kinds of events than the query, which did not say which it means. */
  | 'logsource_narrowed'
  /** The query does not name its log; the fields decided. */
  | 'logsource_assumed'
  /** No map knows the field; the rule has the product's own name. */
  | 'unmapped_field'
  /** `and` and `or` stand side by side without parentheses, which the product weighs in its own way. */
  | 'ambiguous_precedence'
  /** A time range, an order or a limit of the search, which are no part of a rule. */
  | 'search_settings'
  /** What the query shows of the events it found (columns, counts), which is no part of a rule. */
  | 'presentation';

/** A condition as its parser found it. */
export interface ParsedQuery {
  readonly tree: QueryNode;
  readonly remarks: readonly QueryRemark[];
}

export const ALWAYS: QueryNode = { kind: 'constant', value: true };
const NEVER: QueryNode = { kind: 'constant', value: false };

/** A test of one field. */
export function test(field: string | undefined, of: QueryTest, at: number): QueryLeaf {
  return { kind: 'test', field, test: of, at };
}

/** Joins nodes, folding constants and nests of the same kind. */
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

/** Negates a node; a double negation is taken back. */
export function negate(node: QueryNode): QueryNode {
  if (node.kind === 'constant') return node.value ? NEVER : ALWAYS;
  return node.kind === 'not' ? node.child : { kind: 'not', child: node };
}

/** The parts that must all hold. */
export function conjunctsOf(tree: QueryNode): readonly QueryNode[] {
  if (tree.kind === 'and') return tree.children;
  return tree.kind === 'constant' && tree.value ? [] : [tree];
}
