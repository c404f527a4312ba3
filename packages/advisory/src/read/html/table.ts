import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { BLANKS, trimStartOf } from '../../text/ends.js';
import type { DraftBlock } from '../draft-block.js';
import { attribute } from './parse-html.js';
import { TextRun } from './run.js';

const SECTIONS = new Set(['thead', 'tbody', 'tfoot']);
const LAYOUT_CONTENT = new Set(['table', 'pre', 'h1', 'h2', 'h3', 'article', 'section', 'form', 'nav']);

function rowsOf(table: Element): Element[] {
  const rows: Element[] = [];
  for (const child of table.children) {
    if (!isTag(child)) continue;
    if (child.name === 'tr') rows.push(child);
    else if (SECTIONS.has(child.name)) {
      for (const row of child.children) if (isTag(row) && row.name === 'tr') rows.push(row);
    }
  }
  return rows;
}

function cellsOf(row: Element): Element[] {
  return row.children.filter((child): child is Element => isTag(child) && (child.name === 'td' || child.name === 'th'));
}

/**
 * Whether a table holds data rather than the layout of a page: no sections, code blocks or tables inside, and more than one column
 * somewhere. Other tables are read like plain boxes.
 */
export function isDataTable(table: Element): boolean {
  if (attribute(table, 'role') === 'presentation') return false;
  if (!rowsOf(table).some((row) => cellsOf(row).length > 1)) return false;
  return !holdsLayout(table);
}

/** Stops at the first match, so that nested tables are not walked once per level. */
function holdsLayout(element: Element): boolean {
  return element.children.some((child) => isTag(child) && (LAYOUT_CONTENT.has(child.name) || holdsLayout(child)));
}

/** Each row as one block, its cells separated by ` | `. A line break within a cell counts as a blank. */
export function tableRows(table: Element, left: ReadonlySet<Element>): readonly DraftBlock[] {
  const blocks: DraftBlock[] = [];
  const caption = table.children.find((child): child is Element => isTag(child) && child.name === 'caption');
  if (caption !== undefined) {
    const run = new TextRun();
    addCell(caption, run, left);
    const block = run.take('caption');
    if (block !== undefined) blocks.push(block);
  }
  for (const row of rowsOf(table)) {
    const run = new TextRun();
    for (const [at, cell] of cellsOf(row).entries()) {
      if (at > 0) run.add(' | ');
      addCell(cell, run, left);
    }
    const block = run.take('table-row');
    if (block !== undefined && trimStartOf(block.text, `${BLANKS}|`) !== '') blocks.push(block);
  }
  return blocks;
}

function addCell(cell: Element, run: TextRun, left: ReadonlySet<Element>): void {
  const visit = (node: ChildNode): void => {
    if (isText(node)) run.add(node.data);
    else if (isTag(node) && !left.has(node)) {
      if (node.name === 'wbr') return;
      const isCode = node.name === 'code';
      const isLine = node.name === 'br' || node.name === 'p' || node.name === 'div' || node.name === 'li';
      if (isLine) run.space();
      const start = run.position;
      for (const child of node.children) visit(child);
      if (isCode) run.markCode(start);
      if (isLine) run.space();
    }
  };
  for (const child of cell.children) visit(child);
}
