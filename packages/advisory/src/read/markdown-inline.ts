import type { BlockType, Span } from '../model.js';
import { oneLine } from './clean-text.js';
import type { DraftBlock } from './draft-block.js';
import { absoluteHref } from './links.js';

// One pass. Every alternative is bounded, so a line of only brackets stays linear in its length.
const INLINE =
  /<code>([^<>\n]{1,2000})<\/code>|<\/?(?:a|b|i|u|em|strong|br|p|span|div|sup|sub|kbd|small|code|img|details|summary|center|font|hr)(?:\s[^<>]{0,300})?\/?>|(`{1,3})([^`\n]{1,2000})\2|!\[([^\]\n]{0,4000})\]\([^()\s]{0,2000}(?:\s+"[^"\n]{0,400}")?\)|\[([^\]\n]{1,1000})\]\(([^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,500})?)(?:\s+"[^"\n]{0,400}")?\)|<(https?:\/\/[^<>\s]{1,2000})>|(\*\*)(?=\S)|\\([\\`*_{}[\]()#+.!|<>-])/g;

/** Markdown text as a block: code spans and links are remembered, emphasis and escapes removed. */
export function markdownBlock(
  source: string,
  type: BlockType,
  base: string | undefined,
  level?: number,
): DraftBlock | undefined {
  const line = oneLine(source);
  const code: Span[] = [];
  const links: (Span & { readonly href: string })[] = [];
  let text = '';
  let at = 0;
  for (const match of line.matchAll(INLINE)) {
    text += unemphasised(line.slice(at, match.index));
    at = match.index + match[0].length;
    const start = text.length;
    const inlineCode = match[1] ?? match[3];
    if (inlineCode !== undefined) {
      text += inlineCode.trim();
      code.push({ start, end: text.length });
    } else if (match[4] !== undefined) {
      text += match[4];
    } else if (match[5] !== undefined) {
      text += unemphasised(match[5].replace(/[`*]/g, ''));
      const href = absoluteHref(match[6] ?? '', base);
      if (href !== undefined && text.length > start) links.push({ start, end: text.length, href });
    } else if (match[7] !== undefined) {
      text += match[7];
      links.push({ start, end: text.length, href: match[7] });
    } else if (match[9] !== undefined) {
      text += match[9];
    }
  }
  text = (text + unemphasised(line.slice(at))).trimEnd();
  if (text.trim() === '') return undefined;
  return {
    type,
    text,
    ...(level === undefined ? {} : { level }),
    ...(code.length === 0 ? {} : { code }),
    ...(links.length === 0 ? {} : { links }),
  };
}

/** Removes stars of emphasis. Underscores stay, since names of fields, files and classes contain them (`__EventFilter`). */
function unemphasised(text: string): string {
  return text.replaceAll('**', '').replace(/(^|[\s(])\*(?=[^\s*])([^*\n]{1,300})\*(?=$|[\s.,;:!?)])/g, '$1$2');
}
