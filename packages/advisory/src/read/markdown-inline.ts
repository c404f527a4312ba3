import type { BlockType, Span } from '../model.js';
import { oneLine } from './clean-text.js';
import type { DraftBlock } from './draft-block.js';
import { absoluteHref } from './links.js';

// One pass; every alternative is bounded, so a line of only brackets stays linear in its length.
const INLINE =
  /(`{1,3})([^`\n]{1,2000})\1|!\[([^\]\n]{0,4000})\]\([^()\s]{0,2000}(?:\s+"[^"\n]{0,400}")?\)|\[([^\]\n]{1,1000})\]\(([^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,500})?)(?:\s+"[^"\n]{0,400}")?\)|<(https?:\/\/[^<>\s]{1,2000})>|(\*\*|__)(?=\S)|\\([\\`*_{}[\]()#+.!|<>-])/g;

/** One stretch of Markdown as a block: code spans and links remembered, emphasis and escapes taken out. */
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
    if (match[2] !== undefined) {
      text += match[2].trim();
      code.push({ start, end: text.length });
    } else if (match[3] !== undefined) {
      text += match[3];
    } else if (match[4] !== undefined) {
      text += unemphasised(match[4].replace(/[`*]/g, ''));
      const href = absoluteHref(match[5] ?? '', base);
      if (href !== undefined && text.length > start) links.push({ start, end: text.length, href });
    } else if (match[6] !== undefined) {
      text += match[6];
      links.push({ start, end: text.length, href: match[6] });
    } else if (match[8] !== undefined) {
      text += match[8];
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

/** Closing `**` and single-star emphasis; underscores stay, names of fields and files have them. */
function unemphasised(text: string): string {
  return text
    .replace(/\*\*|__(?=\s|[.,;:!?)]|$)/g, '')
    .replace(/(^|[\s(])\*(?=[^\s*])([^*\n]{1,300})\*(?=$|[\s.,;:!?)])/g, '$1$2');
}
