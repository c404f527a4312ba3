import { Fault, shown } from './fault.js';

/** One word or parenthesis of a condition, with its offset. Operators are recognised in any letter case. */
export interface ConditionToken {
  readonly kind: 'word' | 'and' | 'or' | 'not' | 'open' | 'close' | 'end';
  readonly text: string;
  readonly offset: number;
}

/** Splits a condition into words and parentheses, with an `end` behind the last. */
export function readTokens(source: string): ConditionToken[] {
  const tokens: ConditionToken[] = [];
  let at = 0;
  while (at < source.length) {
    const character = source[at] as string;
    if (character === '(' || character === ')') {
      tokens.push({ kind: character === '(' ? 'open' : 'close', text: character, offset: at });
      at++;
    } else if (character.trim() === '') {
      at++;
    } else {
      const text = wordAt(source, at);
      if (text === '') throw new Fault('InvalidCondition', `${shown(character)} is not allowed here`, [], at);
      tokens.push({ kind: kindOf(text), text, offset: at });
      at += text.length;
    }
  }
  tokens.push({ kind: 'end', text: '', offset: source.length });
  return tokens;
}

/** The characters from a place on up to white space, a parenthesis or a pipe. */
function wordAt(source: string, at: number): string {
  let end = at;
  while (end < source.length && !'()|'.includes(source.charAt(end)) && source.charAt(end).trim() !== '') end++;
  return source.slice(at, end);
}

function kindOf(text: string): ConditionToken['kind'] {
  if (text.length > 3) return 'word';
  const lower = text.toLowerCase();
  return lower === 'and' || lower === 'or' || lower === 'not' ? lower : 'word';
}
