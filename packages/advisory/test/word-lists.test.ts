import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));
/** A longer alternation of words is a list, which belongs in knowledge/words. */
const WORDS_MAX = 10;

/** Expressions that may have longer alternations, by file: how many there are, and why they stay. */
const REVIEWED: Readonly<Record<string, readonly [number, string]>> = {
  'segment/source-line.ts': [
    1,
    'keywords of programming languages and rules, each with the marks that stand around it',
  ],
};

/** Gives the regular expressions of a source file: literals, and strings that are compiled to one. */
function expressionsOf(source: string): readonly string[] {
  const literals = source.matchAll(
    /(?<=[=(,:?!&|[]\s*|\breturn )\/(?![/*])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/[dgimsuvy]*/g,
  );
  const raw = source.matchAll(/String\.raw`((?:[^`\\]|\\.)*)`/g);
  const texts = source.matchAll(/\b(?:listPattern|RegExp)\(\s*(?:'([^'\n]*)'|`([^`]*)`)/g);
  return [...literals, ...raw, ...texts].map((match) => match[1] ?? match[2] ?? '');
}

/** Gives the number of words in the longest alternation of an expression. */
function widestChoice(expression: string): number {
  const plain = expression.replaceAll(/\\[\s\S]|\[(?:\\.|[^\]\\])*\]/g, '.').replaceAll(/\(\?(?:<?[=!]|<\w+>|:)/g, '(');
  let widest = 0;
  const choices: string[] = [''];
  for (const character of `${plain})`) {
    if (character === '(') choices.push('');
    else if (character === ')') {
      const words = (choices.pop() ?? '').split('|').filter((choice) => /[A-Za-z]{2}/.test(choice));
      widest = Math.max(widest, words.length);
      choices.push(`${choices.pop() ?? ''}${words.length > 0 ? 'group' : ''}`);
    } else choices.push(`${choices.pop() ?? ''}${character}`);
  }
  return widest;
}

describe('regular expressions of the engine', () => {
  it('hold no lists of words but those reviewed here', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const found = files.flatMap((file) => {
      const lists = expressionsOf(readFileSync(join(SOURCES, file), 'utf8')).filter(
        (expression) => widestChoice(expression) > WORDS_MAX,
      );
      return lists.length === 0 ? [] : [[file, lists.length] as const];
    });
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(REVIEWED).map(([file, [lists]]) => [file, lists])),
    );
  });

  it.each([
    ['const A = /a|b|c/;', [0]],
    ['if (/^(?:one|two)-(?:three|four|five)$/i.test(text)) return;', [3]],
    ['const A =\n  /one|(?:two|three)|[|a-z]/g;', [2]],
    ['listPattern(String.raw`\\bone\\b|two\\|three`)', [2]],
    ["listPattern('{first}|{second}')", [2]],
    ['new RegExp(`^(?:one|two)$`)', [2]],
    ["type A = 'one' | 'two'; const b = one || two;", []],
  ])('are found, and measured by their widest choice: %s has %j', (source, words) => {
    expect(expressionsOf(source).map(widestChoice)).toEqual(words);
  });
});
