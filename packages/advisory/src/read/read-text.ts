import { cleanText } from './clean-text.js';
import { isoDate } from './dates.js';
import type { DraftDocument } from './draft-block.js';
import { textBlocks } from './text-blocks.js';

const HEADER = /^(title|date|published|url|source|author)\s*:\s*(\S.*)$/i;

/** Reads plain text. Leading `title:`, `date:` and `url:` lines, as in mails and collections, are metadata. */
export function readText(text: string): DraftDocument {
  const lines = cleanText(text).split('\n');
  let title: string | undefined;
  let publishedAt: string | undefined;
  let at = 0;
  while (at < lines.length && at < 8) {
    const match = HEADER.exec(lines[at] ?? '');
    if (match === null) break;
    const key = match[1]?.toLowerCase();
    if (key === 'title') title = match[2]?.trim();
    if (key === 'date' || key === 'published') publishedAt = isoDate(match[2] ?? '');
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
