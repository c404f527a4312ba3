import type { KqlToken } from './kql-tokens.js';

/** A column, or a place in a column that holds JSON, with the steps to it; `folded` behind a change of letter case. */
export interface Place {
  readonly path: string;
  readonly folded: boolean;
}

/** Parts the column from the names and numbers of the steps in it. */
export const STEP = ' > ';
/** Functions that give the value of a place, whatever type they make of it. */
const TRANSPARENT = new Set([
  'tostring',
  'todynamic',
  'parse_json',
  'parsejson',
  'tobool',
  'toboolean',
  'toint',
  'tolong',
]);
const FOLDING = new Set(['tolower', 'toupper']);

/** Whether a word names a function that a place may stand in. */
export function isTransparent(name: string): boolean {
  return TRANSPARENT.has(name.toLowerCase()) || FOLDING.has(name.toLowerCase());
}

/** The place that begins at a token, and where it ends; undefined where something else begins. `column` says what a column stands for. */
export function placeAt(
  tokens: readonly KqlToken[],
  at: number,
  column: (name: string) => Place,
): (Place & { readonly end: number }) | undefined {
  const token = isSign(tokens[at], '[') ? bracketed(tokens, at) : tokens[at];
  if (token === undefined || (token.kind !== 'word' && token.kind !== 'name')) return undefined;
  const behind = at + (isSign(tokens[at], '[') ? 3 : 1);
  const begun = isSign(tokens[at + 1], '(') ? calledAt(tokens, at, column) : { ...column(token.text), end: behind };
  if (begun === undefined) return undefined;
  let { path, end } = begun;
  for (let step = stepAt(tokens, end); step !== undefined; step = stepAt(tokens, end)) {
    path += STEP + step.text;
    end = step.end;
  }
  return { path, folded: begun.folded, end };
}

/** `['a name']` where the tokens are its brackets and its text. */
function bracketed(tokens: readonly KqlToken[], at: number): KqlToken | undefined {
  const [, text, close] = tokens.slice(at, at + 3);
  return text?.kind === 'text' && isSign(close, ']') ? { kind: 'name', text: text.text } : undefined;
}

function calledAt(tokens: readonly KqlToken[], at: number, column: (name: string) => Place) {
  const name = tokens[at]?.text ?? '';
  if (!isTransparent(name)) return undefined;
  const inner = placeAt(tokens, at + 2, column);
  if (inner === undefined || !isSign(tokens[inner.end], ')')) return undefined;
  return { path: inner.path, folded: inner.folded || FOLDING.has(name.toLowerCase()), end: inner.end + 1 };
}

/** `.name`, `.['a name']`, `['a name']` or `[0]`. */
function stepAt(tokens: readonly KqlToken[], at: number): { readonly text: string; readonly end: number } | undefined {
  const [first, second, third] = tokens.slice(at, at + 3);
  if (first?.kind === 'name') return { text: first.text, end: at + 1 };
  if (isSign(first, '.') && (second?.kind === 'word' || second?.kind === 'name'))
    return { text: second.text, end: at + 2 };
  if (isSign(first, '[') && second?.kind === 'number' && isSign(third, ']'))
    return { text: `[${second.text}]`, end: at + 3 };
  return undefined;
}

function isSign(token: KqlToken | undefined, text: string): boolean {
  return token?.kind === 'sign' && token.text === text;
}

/** A row with the values that stand in places of its columns as the objects and lists that hold them. */
export function nested(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(row)) {
    const steps = path.split(STEP);
    let holder: Record<string, unknown> | unknown[] = whole;
    steps.forEach((step, index) => {
      const key = /^\[\d+\]$/.test(step) ? Number(step.slice(1, -1)) : step;
      const next = steps[index + 1];
      const inside = next === undefined ? value : /^\[\d+\]$/.test(next) ? [] : {};
      const held = holder as Record<string | number, unknown>;
      if (next === undefined || typeof held[key] !== 'object') held[key] = inside;
      holder = held[key] as Record<string, unknown>;
    });
  }
  return whole;
}
