import { unreadable } from '../query-fault.js';
import { conjunctsOf, join, type QueryNode, type QueryRemark } from '../query-tree.js';
import { TIME_FIELD } from './place-test.js';

/** Takes tests of the event's time out of a condition; each leaves a remark. @throws QueryFault for one among alternatives */
export function withoutTime(node: QueryNode, remarks: QueryRemark[]): QueryNode {
  const kept: QueryNode[] = [];
  for (const part of conjunctsOf(node)) {
    if (part.kind === 'test' && part.field === TIME_FIELD) {
      remarks.push({
        code: 'search_settings',
        message: 'The time range is a setting of the search; the rule leaves it out.',
        at: part.at,
      });
      continue;
    }
    const time = timeWithin(part);
    if (time !== undefined)
      throw unreadable('the time of the event stands among alternatives, which a rule cannot express', time);
    kept.push(part);
  }
  return join('and', kept);
}

/** Whether a condition tests nothing but the event's time. */
export function isTimeOnly(node: QueryNode): boolean {
  return conjunctsOf(node).every((part) => part.kind === 'test' && part.field === TIME_FIELD);
}

function timeWithin(node: QueryNode): number | undefined {
  if (node.kind === 'test') return node.field === TIME_FIELD ? node.at : undefined;
  if (node.kind === 'constant') return undefined;
  for (const child of node.kind === 'not' ? [node.child] : node.children) {
    const found = timeWithin(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
