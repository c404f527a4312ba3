import type { ValueTest } from '../model/condition.js';

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
  /** A time range, an order or a limit of the search, which are not part of a rule. */
  | 'search_settings'
  /** What the query shows of the events found (columns, counts), which is not part of a rule. */
  | 'presentation';

/** A condition as its parser gives it. */
export interface ParsedQuery {
  readonly tree: QueryNode;
  readonly remarks: readonly QueryRemark[];
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
