import type { ReadOptions } from '../../model.js';
import type { DraftDocument } from '../draft-block.js';
import { findArticle } from './article.js';
import { htmlBlocks } from './html-blocks.js';
import { pageMetadata } from './metadata.js';
import { parseHtml } from './parse-html.js';
import { renderMarkdown } from './unrendered-markdown.js';

/**
 * Reads an article page: its main text without what stands around it, and what the page says of itself.
 *
 * @throws AdvisoryError `TooLarge` for a page of more elements than any article has.
 */
export function readHtml(html: string, options: ReadOptions): DraftDocument {
  const document = parseHtml(html);
  const metadata = pageMetadata(document, options.url);
  const { root, left } = findArticle(document);
  const blocks = renderMarkdown(htmlBlocks(root, left, options.url), options.url);
  return { ...metadata, blocks };
}
