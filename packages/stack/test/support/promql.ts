import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

/** The metrics and labels that an expression uses. */
export interface Asked {
  /** A metric with the labels that its selector matches. */
  readonly selectors: readonly { readonly metric: string; readonly labels: readonly string[] }[];
  /** Labels that it groups by. */
  readonly groupings: readonly string[];
}

/** Parses PromQL with Prometheus' own grammar. @throws Error for a text that is not PromQL */
export function readPromQl(expression: string): Asked {
  const tree = parser.parse(expression);
  const text = ({ from, to }: { from: number; to: number }): string => expression.slice(from, to);
  const selectors: { metric: string; labels: string[] }[] = [];
  const groupings: string[] = [];
  tree.iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`no PromQL at ${node.from}: ${expression}`);
      if (node.name === 'VectorSelector') {
        const labels: string[] = [];
        const metric = node.node.getChild('Identifier');
        if (metric === null) throw new Error(`a selector without a metric: ${text(node)}`);
        each(node.node, 'LabelName', (label) => labels.push(text(label)));
        selectors.push({ metric: text(metric), labels });
      }
      if (node.name === 'GroupingLabels') each(node.node, 'LabelName', (label) => groupings.push(text(label)));
    },
  });
  return { selectors, groupings };
}

function each(node: SyntaxNode, name: string, call: (found: SyntaxNode) => void): void {
  node.cursor().iterate((inner) => {
    if (inner.name === name) call(inner.node);
  });
}
