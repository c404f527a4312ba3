import { cleanText } from './clean-text.js';
import { isoDate } from './dates.js';
import type { DraftDocument } from './draft-block.js';
import { textBlocks } from './text-blocks.js';

const HEADER_KEYS = new Set(['title', 'date', 'published', 'url', 'source', 'author']);

/** Reads plain text. Leading `title:`, `date:` and `url:` lines, as in mails and collections, are metadata. */
export function readText(text: string): DraftDocument {
  const lines = cleanText(text).split('\n');
  let title: string | undefined;
  let publishedAt: string | undefined;
  let at = 0;
  while (at < lines.length && at < 8) {
    const line = lines[at] ?? '';
    const colon = line.indexOf(':');
    const key = line.slice(0, Math.max(colon, 0)).trimEnd().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (!HEADER_KEYS.has(key) || value === '') break;
    if (key === 'title') title = value;
    if (key === 'date' || key === 'published') publishedAt = isoDate(value);
    at += 1;
  }
  // A single such line belongs to the text ("Source: …"), unless it is a title.
  const body = title === undefined && at < 2 ? lines : lines.slice(at);
  return {
    blocks: textBlocks(body),
    ...(title === undefined ? {} : { title }),
    ...(publishedAt === undefined ? {} : { publishedAt }),
  };
}
