import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { codeText } from '../clean-text.js';
import { attribute } from './parse-html.js';

const LINE_ELEMENTS = new Set('div p li tr ol ul table tbody'.split(' '));
const GUTTER = /(?:^|[\s_-])(?:gutter|linenos?|line-?numbers?|lineno|rouge-gutter|blob-num)(?:$|[\s_-])/i;
const NO_TEXT = new Set(['button', 'style', 'script', 'svg']);

/** The lines of a `pre`: highlighters wrap lines in elements and put line numbers beside them. */
export function preText(pre: Element): string {
  const parts: string[] = [];
  const lineEnd = (): void => {
    if (parts.length > 0 && !(parts.at(-1) ?? '').endsWith('\n')) parts.push('\n');
  };
  const visit = (node: ChildNode): void => {
    if (isText(node)) {
      if (node.data !== '') parts.push(node.data);
      return;
    }
    if (!isTag(node) || NO_TEXT.has(node.name)) return;
    if (GUTTER.test(attribute(node, 'class') ?? '')) return;
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
  return codeText(parts.join(''));
}
