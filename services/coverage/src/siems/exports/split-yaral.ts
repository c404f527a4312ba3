/** A rule of a text in YARA-L. */
interface YaralRule {
  readonly name: string;
  readonly text: string;
  /** The line that it begins on, from 1. */
  readonly line: number;
}

/** Splits a text into its rules, by the braces outside of strings, expressions and comments. What stands between rules is left out. */
export function splitYaral(text: string): readonly YaralRule[] {
  const rules: YaralRule[] = [];
  let depth = 0;
  let from = 0;
  let lines = { counted: 0, line: 1 };
  for (let at = 0; at < text.length; at++) {
    const end = endOfQuoted(text, at);
    if (end > at) {
      at = end - 1;
      continue;
    }
    const char = text[at];
    if (char === '{') depth++;
    if (char !== '}' || depth === 0 || --depth > 0) continue;
    const part = text.slice(from, at + 1);
    const named = /(?:^|\n)[^\S\n]*rule[^\S\n]+(\w+)\s*\{/.exec(part);
    if (named !== null) {
      const begin = from + named.index + (named[0].startsWith('\n') ? 1 : 0);
      const passed = text.slice(lines.counted, begin).split('\n').length - 1;
      lines = { counted: begin, line: lines.line + passed };
      rules.push({ name: named[1] as string, text: text.slice(begin, at + 1).trim(), line: lines.line });
    }
    from = at + 1;
  }
  return rules;
}

/** Where a string, an expression or a comment that begins at `at` ends; `at` where none does. */
function endOfQuoted(text: string, at: number): number {
  const two = text.slice(at, at + 2);
  if (two === '//') return lineEnd(text, at);
  if (two === '/*') {
    const end = text.indexOf('*/', at + 2);
    return end < 0 ? text.length : end + 2;
  }
  const quote = text[at];
  if (quote !== '"' && quote !== '`' && quote !== '/') return at;
  for (let index = at + 1; index < text.length; index++) {
    if (text[index] === '\\' && quote !== '`') index++;
    else if (text[index] === quote) return index + 1;
    else if (text[index] === '\n' && quote !== '`') return at;
  }
  return at;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
