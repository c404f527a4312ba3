import { unreadable } from '../query-fault.js';
import { conjunctsOf, join, type QueryNode, type QueryTest } from '../query-tree.js';
import { OF_EVENT, type Relation } from './condition.js';

/** Event variable → the conditions on its event. One that speaks of several events joins them, which only placeholders may. */
export function byEvent(tree: QueryNode, relations: readonly Relation[]): Map<string, QueryNode> {
  const parts = new Map<string, QueryNode[]>();
  const variables = (variable: string) => {
    const found = parts.get(variable) ?? [];
    parts.set(variable, found);
    return found;
  };
  for (const part of conjunctsOf(tree)) {
    const named = new Set(variablesOf(part));
    const [variable = ''] = named;
    if (named.size > 1)
      throw unreadable('a condition speaks of several events at once, which no rule can', placeOf(part));
    if (named.size === 1) variables(variable).push(ofOneEvent(part));
  }
  for (const relation of relations)
    if (relation.kind === 'bound' && !parts.has(relation.variable)) variables(relation.variable);
  return new Map([...parts].map(([variable, each]) => [variable, join('and', each)]));
}

function variablesOf(node: QueryNode): readonly string[] {
  if (node.kind === 'constant') return [];
  if (node.kind === 'test') return [(node.field ?? '').split(OF_EVENT)[0] as string];
  return node.kind === 'not' ? variablesOf(node.child) : node.children.flatMap(variablesOf);
}

/** The condition with the fields of one event. */
function ofOneEvent(node: QueryNode): QueryNode {
  switch (node.kind) {
    case 'constant':
      return node;
    case 'not':
      return { kind: 'not', child: ofOneEvent(node.child) };
    case 'test':
      return { ...node, field: (node.field ?? '').split(OF_EVENT)[1] as string, test: referring(node.test) };
    default:
      return { kind: node.kind, children: node.children.map(ofOneEvent) };
  }
}

function referring(test: QueryTest): QueryTest {
  return test.op === 'fieldref' ? { ...test, field: test.field.replace(OF_EVENT, '') } : test;
}

function placeOf(node: QueryNode): number {
  if (node.kind === 'test') return node.at;
  if (node.kind === 'constant') return 0;
  return placeOf(node.kind === 'not' ? node.child : (node.children[0] as QueryNode));
}
