import { fieldValues, type SigmaEvent } from '../match/event-fields.js';

/** The text of an expression for one event. */
type Text = (event: SigmaEvent) => string;

/** A text in quotes, a name, or a sign of an expression. */
const TOKEN = /\s*(?:"((?:\\.|[^"\\])*)"|([A-Za-z_]\w*)|([(),]))/y;

/**
 * The value that an expression of a KQL field map computes of a row's columns, as the query would: `strcat`, `replace_string`,
 * `iff(isempty(…), …, …)`, columns and texts. Undefined for any other expression, which is not computed.
 * @returns a function that gives undefined for an event without the first column that the expression names
 */
export function computedColumn(expression: string): ((event: SigmaEvent) => string | undefined) | undefined {
  const tokens = tokensOf(expression);
  if (tokens === undefined) return undefined;
  const reading = { tokens, next: 0, columns: [] as string[] };
  const text = termOf(reading);
  const [first] = reading.columns;
  if (text === undefined || first === undefined || reading.next !== tokens.length) return undefined;
  return (event) => (columnOf(event, first) === '' ? undefined : text(event));
}

interface Token {
  readonly kind: 'text' | 'name' | 'sign';
  readonly text: string;
}

interface Reading {
  readonly tokens: readonly Token[];
  next: number;
  readonly columns: string[];
}

function tokensOf(expression: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  let at = 0;
  while (at < expression.length) {
    const token = isRaw(expression, at) ? rawText(expression, at) : matched(expression, at);
    if (token === undefined) return undefined;
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

/** Whether a text in `@"…"` is next, in which a backslash is a backslash. */
function isRaw(expression: string, at: number): boolean {
  return expression.slice(at).trimStart().startsWith('@"');
}

function rawText(expression: string, at: number): (Token & { readonly end: number }) | undefined {
  const begin = expression.indexOf('"', at) + 1;
  const end = expression.indexOf('"', begin);
  return end < 0 ? undefined : { kind: 'text', text: expression.slice(begin, end), end: end + 1 };
}

function matched(expression: string, at: number): (Token & { readonly end: number }) | undefined {
  TOKEN.lastIndex = at;
  const found = TOKEN.exec(expression);
  if (found === null) return undefined;
  const [, quoted, name, sign = ''] = found;
  const end = TOKEN.lastIndex;
  if (quoted !== undefined) return { kind: 'text', text: quoted.replaceAll(/\\(.)/g, '$1'), end };
  return name === undefined ? { kind: 'sign', text: sign, end } : { kind: 'name', text: name, end };
}

function termOf(reading: Reading): Text | undefined {
  const token = reading.tokens[reading.next++];
  if (token === undefined || token.kind === 'sign') return undefined;
  if (token.kind === 'text') return () => token.text;
  if (reading.tokens[reading.next]?.text !== '(') {
    reading.columns.push(token.text);
    return (event) => columnOf(event, token.text);
  }
  const terms = argumentsOf(reading);
  return terms && FUNCTIONS[token.text]?.(terms);
}

function argumentsOf(reading: Reading): readonly Text[] | undefined {
  const terms: Text[] = [];
  let sign = '(';
  while (sign === '(' || sign === ',') {
    reading.next++;
    const term = termOf(reading);
    if (term === undefined) return undefined;
    terms.push(term);
    sign = reading.tokens[reading.next]?.text ?? '';
  }
  reading.next++;
  return sign === ')' ? terms : undefined;
}

const TRUE = 'true';
const FUNCTIONS: Readonly<Record<string, (terms: readonly Text[]) => Text | undefined>> = {
  strcat: (terms) => (event) => terms.map((term) => term(event)).join(''),
  isempty: ([term]) => term && ((event) => (term(event) === '' ? TRUE : '')),
  iff: ([test, yes, no]) => test && yes && no && ((event) => (test(event) === TRUE ? yes(event) : no(event))),
  replace_string: ([term, from, to]) =>
    term && from && to && ((event) => term(event).replaceAll(from(event), () => to(event))),
};

function columnOf(event: SigmaEvent, name: string): string {
  const [value] = fieldValues(event, name) ?? [];
  return value === undefined || value === null ? '' : String(value);
}
