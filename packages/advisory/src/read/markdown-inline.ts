import { listPattern } from '../knowledge/word-pattern.js';
import type { BlockType, Span } from '../model.js';
import { oneLine } from './clean-text.js';
import type { DraftBlock } from './draft-block.js';
import { absoluteHref } from './links.js';

// One pass. Every alternative is bounded, so a line of only brackets stays linear in its length.
const INLINE = listPattern(
  [
    '<code>(?<tagged>[^<>\\n]{1,2000})</code>',
    '</?{html-in-markdown}(?:\\s[^<>]{0,300})?/?>',
    '(?<ticks>`{1,3})(?<ticked>[^`\\n]{1,2000})\\k<ticks>',
    String.raw`!\[(?<image>[^\]\n]{0,4000})\]\([^()\s]{0,2000}(?:\s+"[^"\n]{0,400}")?\)`,
    String.raw`\[(?<link>[^\]\n]{1,1000})\]\((?<href>[^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,500})?)(?:\s+"[^"\n]{0,400}")?\)`,
    String.raw`<(?<address>https?://[^<>\s]{1,2000})>`,
    String.raw`\*\*(?=\S)`,
    // Before a brace that opens a GUID within a path a backslash stands for itself: `Classes\\CLSID\\{0A29…}`.
    '\\\\(?<escaped>(?!(?<=\\w\\\\)\\{[0-9A-Fa-f]{8}-)[\\\\`*_{}[\\]()#+.!|<>-])',
  ].join('|'),
  'g',
);

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
  for (const match of line.matchAll(INLINE())) {
    text += unemphasised(line.slice(at, match.index));
    at = match.index + match[0].length;
    const start = text.length;
    const { tagged, ticked = tagged, image, link, href = '', address, escaped } = match.groups ?? {};
    if (ticked !== undefined) {
      text += ticked.trim();
      code.push({ start, end: text.length });
    } else if (link !== undefined) {
      text += unemphasised(link.replaceAll('`', '').replaceAll('*', ''));
      const target = absoluteHref(href, base);
      if (target !== undefined && text.length > start) links.push({ start, end: text.length, href: target });
    } else if (address !== undefined) {
      text += address;
      links.push({ start, end: text.length, href: address });
    } else {
      text += image ?? escaped ?? '';
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
