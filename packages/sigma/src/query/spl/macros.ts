import { isCarrier } from '../../catalogue/taxonomy.js';
import { QUERY_LIMITS, QueryFault } from '../query-fault.js';
import type { QueryMacro } from '../query-tree.js';
import { endOfQuote, isEscape } from './pipeline.js';

/** A search with its macros written out, and where each offset of it stands in the search as it was. */
export interface WrittenOut {
  readonly text: string;
  readonly placeOf: (at: number) => number;
}

const DEPTH_MAX = 8;

/**
 * Writes out the macros of a search that are given. Others stay, and so do macros that are empty until somebody fills them.
 * @throws QueryFault where macros call each other without end, or what they stand for is too long
 */
export function writeOutMacros(query: string, macros: Readonly<Record<string, QueryMacro>>): WrittenOut {
  const definitions = new Definitions(macros);
  const pieces: { readonly from: number; readonly at: number; readonly isMacro: boolean }[] = [];
  let text = '';
  let start = 0;
  const keep = (to: number) => {
    pieces.push({ from: text.length, at: start, isMacro: false });
    text += query.slice(start, to);
  };
  for (let at = 0; at < query.length; at++) {
    if (query[at] === '"') at = endOfQuote(query, at);
    else if (isEscape(query, at)) at++;
    else if (query[at] === '`') {
      const end = endOfQuote(query, at);
      const definition = definitions.of(query.slice(at + 1, end), at);
      if (definition !== undefined) {
        keep(at);
        pieces.push({ from: text.length, at, isMacro: true });
        text += definition;
        start = end + 1;
      }
      at = end;
    }
    refuseLonger(text.length, at);
  }
  keep(query.length);
  return {
    text,
    placeOf(at) {
      const piece = pieces.findLast(({ from }) => from <= at);
      if (piece === undefined) return at;
      return piece.isMacro ? piece.at : Math.min(query.length, piece.at + at - piece.from);
    },
  };
}

/** What macros stand for. */
class Definitions {
  readonly #macros: ReadonlyMap<string, QueryMacro>;
  /** Characters that were looked at: macros that call others many times may leave a short search all the same. */
  #work = 0;

  constructor(macros: Readonly<Record<string, QueryMacro>>) {
    this.#macros = new Map(Object.entries(macros).map(([name, macro]) => [name.replace(/\(\d+\)$/, ''), macro]));
  }

  /** What a macro stands for; undefined where it is not given, or is one that is left to each installation to fill. */
  of(call: string, at: number, depth = DEPTH_MAX): string | undefined {
    const found = /^\s*([^\s(]+)\s*(?:\(([\s\S]*)\))?\s*$/.exec(call);
    const macro = found === null ? undefined : this.#macros.get(found[1] as string);
    if (found === null || macro === undefined || /^\s*search \*\s*$/.test(macro.definition)) return undefined;
    if (depth === 0) throw new QueryFault('TooDeep', `macros call each other more than ${DEPTH_MAX} deep`, at);
    const definition = ofLog(found[1] as string, macro.definition);
    const names = macro.arguments ?? [];
    this.#work += call.length + (names.length + 1) * definition.length;
    refuseLonger(this.#work / DEPTH_MAX, at);
    const values = (found[2] ?? '').split(',').map((value) => value.trim().replace(/^"([\s\S]*)"$/, '$1'));
    const given = names.reduce((text, name, index) => withArgument(text, name, values[index] ?? '', at), definition);
    let { length } = given;
    return given.replace(/`([^`]*)`/g, (whole, inner: string) => {
      const written = this.of(inner, at, depth - 1) ?? whole;
      length += written.length - whole.length;
      refuseLonger(length, at);
      return written;
    });
  }
}

/** A source type that only says how events came there is no log's: a macro for it is called after the log that it stands for. */
function ofLog(name: string, definition: string): string {
  const [field = '', type = '', ...others] = definition.trim().split('=');
  const isOne = field.trim() === 'sourcetype' && others.length === 0;
  return isOne && isCarrier(type.trim().replaceAll('"', '')) ? `sourcetype="${name}"` : definition;
}

function withArgument(text: string, name: string, value: string, at: number): string {
  const parts = text.split(`$${name}$`);
  refuseLonger(text.length + (parts.length - 1) * (value.length - name.length - 2), at);
  return parts.join(value);
}

/** @throws QueryFault before a text is made that is longer than a search may be */
function refuseLonger(length: number, at: number): void {
  if (length > QUERY_LIMITS.characters)
    throw new QueryFault(
      'TooLarge',
      `with its macros written out the search is longer than ${QUERY_LIMITS.characters} characters`,
      at,
    );
}
