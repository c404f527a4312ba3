import { quoted, unreadable } from '../query-fault.js';
import { ALWAYS, type QueryNode, type QueryRemark } from '../query-tree.js';
import type { Token, TokenStream } from '../tokens.js';
import { readWholeCondition } from './condition.js';
import type { KqlNames } from './names.js';
import { refusalOf, refused } from './operators.js';
import { withoutTime } from './time-range.js';

/** A condition that stands where a table is expected, or `search *`. @throws QueryFault where more operators follow */
export function conditionInPlace(
  stream: TokenStream,
  first: Token,
  isFollowed: boolean,
  names: KqlNames,
  remarks: QueryRemark[],
): QueryNode {
  const { position: from, to } = stream;
  if (first.text.toLowerCase() === 'search' && to === from + 2 && stream.isSign('*', 1)) return ALWAYS;
  const refusal = first.kind === 'word' ? refusalOf(first) : undefined;
  if (refusal !== undefined) throw refused(first, refusal);
  const sources = stream.tokens.slice(from, to).map(({ source }) => source);
  if (isFollowed) throw unreadable(`a rule reads one table, not ${quoted(sources.join(' '))}`, first.at);
  return withoutTime(readWholeCondition(stream, names), remarks);
}
