import { NotKnown } from './predicate.js';

/** A word of a search; `text` stood in quotes. */
export interface SplWord {
  readonly kind: 'word' | 'text' | 'sign';
  readonly text: string;
}

/** Cuts a search at the pipes that stand outside of quotes and brackets. */
export function splCommands(query: string): readonly string[] {
  const commands: string[] = [''];
  let depth = 0;
  for (const [piece] of query.matchAll(/"(?:[^"\\]|\\[\s\S])*"|[\s\S]/g)) {
    if (piece === '[') depth++;
    if (piece === ']') depth--;
    if (piece === '|' && depth === 0) commands.push('');
    else commands[commands.length - 1] += piece;
  }
  return commands.map((command) => command.trim()).filter((command, index) => index === 0 || command !== '');
}

const WORD = /\s+|"((?:[^"\\]|\\[\s\S])*)"|(==|!=|<=|>=|[=<>(),[\]])|('[^']*'|(?:\\"|[^\s"=<>!(),[\]]|!(?!=))+)/gy;

/** Splits a command into its words. In quotes a backslash takes a quote or a backslash as it is; before anything else it is itself. */
export function splWords(text: string): readonly SplWord[] {
  const words: SplWord[] = [];
  WORD.lastIndex = 0;
  for (let at = 0; at < text.length; at = WORD.lastIndex) {
    const found = WORD.exec(text);
    if (found === null) throw new NotKnown(`no word at ${text.slice(at, at + 20)}`);
    const [, quoted, sign, word] = found;
    if (quoted !== undefined) words.push({ kind: 'text', text: quoted.replace(/\\(["\\])/g, '$1') });
    else if (sign !== undefined) words.push({ kind: 'sign', text: sign });
    else if (word !== undefined) words.push({ kind: 'word', text: word.replace(/\\([\\"])/g, '$1') });
  }
  return words;
}
