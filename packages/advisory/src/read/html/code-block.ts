import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { listPattern } from '../../knowledge/word-pattern.js';
import { isBlank, isDigit } from '../../text/characters.js';
import { opensWith, withoutFirst } from '../../text/ends.js';
import { isAll, leading } from '../../text/stretches.js';
import { codeText } from '../clean-text.js';
import { attribute, textOf } from './parse-html.js';

const LINE_ELEMENTS = new Set('div p li tr ol ul table tbody'.split(' '));
const GUTTER = listPattern(String.raw`(?:^|[\s_-]){line-number-classes}(?:$|[\s_-])`, 'i');
const NO_TEXT = new Set(['button', 'style', 'script', 'svg', 'textarea']);

// Class names of listings that highlighters build from boxes or a table, without `pre`.
const LISTING = listPattern(String.raw`(?:^|\s){listing-classes}(?:$|\s)`, 'i');

/** Whether an element is a code listing without being or containing a `pre`. */
export function isListing(element: Element, left: ReadonlySet<Element>): boolean {
  if (!LISTING().test(attribute(element, 'class') ?? '')) return false;
  const holdsPre = (parent: Element): boolean =>
    parent.children.some((child) => isTag(child) && !left.has(child) && (child.name === 'pre' || holdsPre(child)));
  return !holdsPre(element);
}

/** The lines of a listing. Highlighters wrap lines in elements and put line numbers beside them. */
export function preText(pre: Element, left: ReadonlySet<Element>): string {
  const parts: string[] = [];
  const lineEnd = (): void => {
    if (parts.length > 0 && !(parts.at(-1) ?? '').endsWith('\n')) parts.push('\n');
  };
  const visit = (node: ChildNode): void => {
    if (isText(node)) {
      if (node.data !== '') parts.push(node.data);
      return;
    }
    if (!isTag(node) || NO_TEXT.has(node.name) || left.has(node) || isGutter(node)) return;
    if (node.name === 'br') {
      parts.push('\n');
      return;
    }
    const isLine = LINE_ELEMENTS.has(node.name);
    if (isLine) lineEnd();
    for (const child of node.children) visit(child);
    if (isLine) lineEnd();
  };
  for (const child of pre.children) visit(child);
  return withoutLineNumbers(codeText(parts.join('')));
}

function isGutter(element: Element): boolean {
  const isOfNumbers = (character: string): boolean =>
    isBlank(character) || isDigit(character) || '.:|'.includes(character);
  const text = textOf(element);
  return GUTTER().test(attribute(element, 'class') ?? '') && (text === '' || isAll(text, isOfNumbers));
}

/** Removes numbers that count the lines from one. */
function withoutLineNumbers(text: string): string {
  const lines = text.split('\n');
  const numbered = lines.map((line) => {
    const number = leading(line.trimStart(), isDigit);
    return { number, code: line.trimStart().slice(number.length) };
  });
  const isCounted = ({ number, code }: { number: string; code: string }, at: number): boolean =>
    number.length <= 6 && Number(number) === at + 1 && (code === '' || isBlank(code[0]) || opensWith(code, '.:|'));
  if (lines.length < 3 || !numbered.every(isCounted)) return text;
  return numbered
    .map(({ code }) => withoutFirst(withoutFirst(code, '.:|'), ' \t'))
    .join('\n')
    .trim();
}
