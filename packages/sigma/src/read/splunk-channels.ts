import { conjunctsOf, join, type QueryNode } from '../query/query-tree.js';

/** Writes the forms in which Splunk has a channel of Windows, as XML, as text and as a field, and an event's number, as one of them. */
export function withOneChannel(tree: QueryNode): QueryNode {
  const parts = conjunctsOf(tree).map((part): QueryNode => {
    if (part.kind === 'test' && part.field === 'EventID') return { ...part, field: 'EventCode' };
    if (part.kind !== 'or') return part;
    const names = new Set(part.children.map(channelNamed));
    if (names.size !== 1 || names.has(undefined)) return part;
    return (
      part.children.find((child) => child.kind === 'test' && child.field !== 'Channel') ??
      (part.children[0] as QueryNode)
    );
  });
  return join('and', parts);
}

function channelNamed(node: QueryNode): string | undefined {
  if (node.kind !== 'test' || node.test.op !== 'string') return undefined;
  if (node.field === 'Channel') return node.test.pattern.literal.toLowerCase();
  if (node.field !== 'source' && node.field !== 'sourcetype') return undefined;
  return /^(?:Xml)?WinEventLog:(.+)$/i.exec(node.test.pattern.literal)?.[1]?.toLowerCase();
}
