import { malformed, unreadable } from '../query-fault.js';
import type { TokenStream } from '../tokens.js';
import { type Names, readScalar, type Scalar } from './scalar.js';

/** Reads `(a, b, …)`; lists that `let` defines stand for their items. */
export function readList(stream: TokenStream, names: Names): readonly Scalar[] {
  stream.expectSign('(');
  const items: Scalar[] = [];
  while (!stream.takeSign(')')) {
    const item = readScalar(stream, names);
    if (item.kind === 'list') for (const inner of item.items) items.push(inner);
    else if (item.kind === 'place') throw unreadable(`the list ${item.place} is not written in the query`, item.at);
    else items.push(item);
    if (!stream.takeSign(',') && !stream.isSign(')')) throw malformed(`"," or ")" is expected in the list`, stream.at);
  }
  return items;
}

/** Reads `(low .. high)`. */
export function readBounds(stream: TokenStream, names: Names): readonly Scalar[] {
  stream.expectSign('(');
  const low = readScalar(stream, names);
  stream.expectSign('..');
  const high = readScalar(stream, names);
  stream.expectSign(')');
  return [low, high];
}
