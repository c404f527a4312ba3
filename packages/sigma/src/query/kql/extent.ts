import { QueryFault } from '../query-fault.js';
import type { Token } from '../tokens.js';
import { tokenizeKql } from './lexer.js';

/**
 * Lengths within which the end of a query is looked for, in UTF-16 code units. Most queries are short, and the text after them need not be
 * read.
 */
const STRETCHES = [500, 4000, 20_000];

/** Words that begin an operator after a pipe. */
const STAGES = new Set(
  (
    'where filter extend project project-away project-keep project-rename project-reorder summarize distinct count take limit top sort order join ' +
    'lookup union parse parse-where mv-expand mvexpand mv-apply make-series invoke evaluate scan render serialize sample search as partition getschema'
  ).split(' '),
);
/** Words that stand between operands. */
const BETWEEN = new Set(
  (
    'and or in in~ has has_cs hasprefix hasprefix_cs hassuffix hassuffix_cs contains contains_cs startswith startswith_cs endswith endswith_cs matches ' +
    'regex has_any has_all between by on asc desc nulls first last kind with of to from step like'
  ).split(' '),
);

/**
 * Where a KQL query that begins at `from` ends, in a text that continues with prose: the offset after its last token, or undefined where no
 * query (a table, a pipe, an operator) begins there. Linear in the length of the query.
 */
export function kqlExtent(text: string, from: number): number | undefined {
  for (const stretch of STRETCHES) {
    const found = extentOf(tokensOf(text.slice(from, from + stretch)));
    if (found === undefined) return undefined;
    if (found.isWhole || stretch === STRETCHES.at(-1) || from + stretch >= text.length) return from + found.end;
  }
  return undefined;
}

/** The end of the query in some tokens; `isWhole` where tokens follow that are not part of it. */
function extentOf(tokens: readonly Token[]): { readonly end: number; readonly isWhole: boolean } | undefined {
  if (tokens[0]?.kind !== 'word' || tokens[1]?.text !== '|') return undefined;
  let depth = 0;
  let end: number | undefined;
  for (let index = 1; index < tokens.length; index++) {
    const [last, token, next] = [tokens[index - 1] as Token, tokens[index] as Token, tokens[index + 1]];
    if (token.text === '|' && token.kind === 'sign') {
      if (next === undefined || !STAGES.has(next.text.toLowerCase())) break;
      index++;
      end = next.end;
      continue;
    }
    if (isBeyond(token, last, next)) break;
    depth += nesting(token);
    if (depth < 0) break;
    end = token.end;
  }
  return end === undefined ? undefined : { end, isWhole: end !== tokens.at(-1)?.end };
}

/** Whether a token cannot go on with a query that ends before it with `last`. */
function isBeyond(token: Token, last: Token, next: Token | undefined): boolean {
  if (token.kind !== 'sign') return closes(last) && !isBetween(token);
  if (token.text === ';' || token.text === ':' || token.text === '?') return true;
  if (token.text === '.') return next?.at !== token.end;
  return token.text === '(' && last.kind !== 'word' && closes(last);
}

/** By how much a bracket nests what follows. */
function nesting(token: Token): number {
  if (token.kind !== 'sign') return 0;
  if ('([{'.includes(token.text)) return 1;
  return ')]}'.includes(token.text) ? -1 : 0;
}

/** The tokens up to the first character that KQL does not have. */
function tokensOf(text: string): readonly Token[] {
  try {
    return tokenizeKql(text);
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
    return error.at >= text.length ? [] : tokensOf(text.slice(0, error.at));
  }
}

/** Whether an operand may end with the token. */
function closes(token: Token): boolean {
  if (token.kind === 'sign') return token.text === ')' || token.text === ']';
  return (
    token.kind !== 'word' ||
    !(isBetween(token) || STAGES.has(token.text.toLowerCase()) || token.text.toLowerCase() === 'not')
  );
}

function isBetween(token: Token): boolean {
  return token.kind === 'word' && BETWEEN.has(token.text.toLowerCase());
}
