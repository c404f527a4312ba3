import { unreadable } from '../query-fault.js';
import { listRemark, type QueryRemark, type QueryTest } from '../query-tree.js';
import type { TokenStream } from '../tokens.js';
import { inList } from '../values.js';

/** Reads the list behind `in`: one of texts that are whole values. What a list of expressions or networks has, no placeholder can say. */
export function readInList(
  stream: TokenStream,
  folded: boolean,
): { readonly test: QueryTest; readonly remark: QueryRemark } {
  const kind = stream.isWord('regex') || stream.isWord('cidr') ? stream.take() : undefined;
  const list = stream.take();
  const name = /^%(\w+)$/.exec(list.text)?.[1];
  if (kind !== undefined || name === undefined)
    throw unreadable(`what the list ${list.text} has is kept elsewhere`, list.at);
  const nocase = stream.takeWord('nocase');
  return { test: inList(name, nocase || folded ? [] : ['cased']), remark: listRemark(name, list.at) };
}
