import type { ReadOptions } from '../model.js';
import { cleanText, codeText } from './clean-text.js';
import { isoDate } from './dates.js';
import type { DraftBlock, DraftDocument } from './draft-block.js';
import { markdownBlock } from './markdown-inline.js';

const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const HEADING = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const ITEM = /^\s*(?:[-*+]|\d{1,4}[.)])\s+(.*)$/;
const TABLE_RULE = /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?\s*$/;
const THEMATIC_BREAK = /^\s{0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const FRONT_MATTER_LINES_MAX = 60;

/** Reads Markdown (CommonMark's blocks, GitHub's tables, front matter) line by line. */
export function readMarkdown(source: string, options: ReadOptions): DraftDocument {
  const lines = cleanText(source).split('\n');
  const matter = frontMatter(lines);
  const blocks: DraftBlock[] = [];
  const add = (block: DraftBlock | undefined): void => {
    if (block !== undefined) blocks.push(block);
  };
  let at = matter.end;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line);
    const heading = HEADING.exec(line);
    if (fence !== null) {
      const mark = fence[1] ?? '```';
      const body: string[] = [];
      at += 1;
      while (at < lines.length && !(lines[at] ?? '').trimStart().startsWith(mark)) body.push(lines[at++] ?? '');
      at += 1;
      const text = codeText(body.join('\n'));
      if (text !== '') blocks.push({ type: 'code', text });
    } else if (heading !== null) {
      add(markdownBlock(heading[2] ?? '', 'heading', options.url, heading[1]?.length ?? 2));
      at += 1;
    } else if (line.includes('|') && TABLE_RULE.test(lines[at + 1] ?? '')) {
      while (at < lines.length && (lines[at] ?? '').includes('|')) {
        if (!TABLE_RULE.test(lines[at] ?? '')) add(tableRow(lines[at] ?? '', options.url));
        at += 1;
      }
    } else if (line.trim() === '' || THEMATIC_BREAK.test(line)) {
      at += 1;
    } else if (ITEM.test(line)) {
      const body = [ITEM.exec(line)?.[1] ?? ''];
      at += 1;
      // Indented lines below an item continue it; unindented prose does too, until a blank line.
      while (at < lines.length && isContinuation(lines[at] ?? '')) body.push(lines[at++] ?? '');
      add(markdownBlock(body.join(' ').replace(/^\[[ x]\]\s/i, ''), 'list-item', options.url));
    } else if (line.startsWith('    ') || line.startsWith('\t')) {
      const body: string[] = [];
      while (at < lines.length && (/^(?: {4}|\t)/.test(lines[at] ?? '') || (lines[at] ?? '').trim() === '')) {
        body.push((lines[at++] ?? '').replace(/^(?: {4}|\t)/, ''));
      }
      const text = codeText(body.join('\n'));
      if (text !== '') blocks.push({ type: 'code', text });
    } else if (/^\s{0,3}>/.test(line)) {
      const body: string[] = [];
      while (at < lines.length && /^\s{0,3}>/.test(lines[at] ?? ''))
        body.push((lines[at++] ?? '').replace(/^\s{0,3}>\s?/, ''));
      add(markdownBlock(body.join(' '), 'quote', options.url));
    } else {
      const body: string[] = [];
      while (at < lines.length && (body.length === 0 || isContinuation(lines[at] ?? ''))) body.push(lines[at++] ?? '');
      const under = /^\s{0,3}(=+|-+)\s*$/.exec(lines[at] ?? '');
      if (under !== null && body.length === 1) {
        add(markdownBlock(body[0] ?? '', 'heading', options.url, under[1]?.startsWith('=') ? 1 : 2));
        at += 1;
      } else add(paragraph(body, options.url));
    }
  }
  return {
    blocks,
    ...(matter.title === undefined ? {} : { title: matter.title }),
    ...(matter.publishedAt === undefined ? {} : { publishedAt: matter.publishedAt }),
  };
}

/** A paragraph of one image becomes its description; one of only code becomes a code block. */
function paragraph(body: readonly string[], base: string | undefined): DraftBlock | undefined {
  const source = body.join(' ').trim();
  const isImage = source.startsWith('![') && source.endsWith(')') && !source.slice(2).includes('![');
  const block = markdownBlock(source, isImage ? 'caption' : 'paragraph', base);
  const only = block?.code?.length === 1 ? block.code[0] : undefined;
  return block !== undefined && only?.start === 0 && only.end === block.text.length
    ? { type: 'code', text: block.text }
    : block;
}

function isContinuation(line: string): boolean {
  return !(
    line.trim() === '' ||
    FENCE.test(line) ||
    HEADING.test(line) ||
    ITEM.test(line) ||
    /^\s{0,3}>/.test(line) ||
    /^\s{0,3}(?:=+|-+)\s*$/.test(line) ||
    line.trimStart().startsWith('|')
  );
}

function tableRow(line: string, base: string | undefined): DraftBlock | undefined {
  const bare = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  const cells = bare.split(/(?<!\\)\|/).map((cell) => cell.trim());
  return cells.every((cell) => cell === '') ? undefined : markdownBlock(cells.join(' | '), 'table-row', base);
}

interface FrontMatter {
  readonly end: number;
  readonly title?: string;
  readonly publishedAt?: string;
}

function frontMatter(lines: readonly string[]): FrontMatter {
  if ((lines[0] ?? '').trim() !== '---') return { end: 0 };
  const close = lines.findIndex((line, at) => at > 0 && at < FRONT_MATTER_LINES_MAX && line.trim() === '---');
  if (close < 0) return { end: 0 };
  const value = (key: string): string | undefined =>
    lines
      .slice(1, close)
      .find((line) => line.toLowerCase().startsWith(`${key}:`))
      ?.slice(key.length + 1)
      .trim()
      .replace(/^["']|["']$/g, '');
  const title = value('title');
  const publishedAt = isoDate(value('date') ?? value('published') ?? '');
  return { end: close + 1, ...(title ? { title } : {}), ...(publishedAt === undefined ? {} : { publishedAt }) };
}
