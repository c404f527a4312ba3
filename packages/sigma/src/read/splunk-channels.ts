import { conjunctsOf, join, negate, type QueryNode } from '../query/query-tree.js';
import { leavesOf } from './evidence.js';

/** Writes the forms in which Splunk has a channel of Windows, as XML, as text and as a field, and an event's number, as one of them. */
export function withOneChannel(tree: QueryNode): QueryNode {
  const parts = conjunctsOf(isOfOthers(tree) ? tree : withEventCode(tree)).map((part): QueryNode => {
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

/** Whether the search names logs, and none of them is one of Windows: their `EventID` is a field like any other. */
function isOfOthers(tree: QueryNode): boolean {
  const named = leavesOf(tree).flatMap(({ field, test: of }) =>
    (field === 'source' || field === 'sourcetype') && of.op === 'string' ? of.pattern.literal : [],
  );
  return (
    named.length > 0 && !named.some((name) => ['wineventlog', 'sysmon'].some((log) => name.toLowerCase().includes(log)))
  );
}

/** XML of Windows has an event's number as `EventID`. */
function withEventCode(node: QueryNode): QueryNode {
  switch (node.kind) {
    case 'constant':
      return node;
    case 'test':
      return node.field === 'EventID' ? { ...node, field: 'EventCode' } : node;
    case 'not':
      return negate(withEventCode(node.child));
    default:
      return join(node.kind, node.children.map(withEventCode));
  }
}

function channelNamed(node: QueryNode): string | undefined {
  if (node.kind !== 'test' || node.test.op !== 'string') return undefined;
  if (node.field === 'Channel') return node.test.pattern.literal.toLowerCase();
  if (node.field !== 'source' && node.field !== 'sourcetype') return undefined;
  return /^(?:Xml)?WinEventLog:(.+)$/i.exec(node.test.pattern.literal)?.[1]?.toLowerCase();
}
