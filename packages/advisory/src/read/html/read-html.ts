import type { Document } from 'domhandler';
import { Caps } from '../../caps.js';
import type { ReadOptions } from '../../model.js';
import { isWordCharacter } from '../../text/characters.js';
import { lettersOf } from '../../text/shape.js';
import { leading } from '../../text/stretches.js';
import { cleanText } from '../clean-text.js';
import type { DraftBlock, DraftDocument } from '../draft-block.js';
import type { Reading } from '../reading.js';
import { textBlocks } from '../text-blocks.js';
import { findArticle } from './article.js';
import { embeddedArticle } from './embedded-article.js';
import { htmlBlocks } from './html-blocks.js';
import { pageMetadata } from './metadata.js';
import { elementsBelow, parseHtml } from './parse-html.js';
import { renderMarkdown } from './unrendered-markdown.js';

/**
 * Reads an article page: its main text without what surrounds it, and its metadata.
 *
 * @throws AdvisoryError `TooLarge` for a page with more elements than any article has.
 */
export function readHtml(html: string, options: ReadOptions, reading: Reading): DraftDocument {
  const document = parseHtml(html, reading);
  const caps = new Caps();
  const metadata = pageMetadata(document, options.url, caps);
  const { root, left } = findArticle(document, options.url);
  const pictures = elementsBelow(root).filter(
    ({ name }) => name === 'img' || name === 'svg' || name === 'picture',
  ).length;
  const shown = renderMarkdown(htmlBlocks(root, left, options.url), options.url);
  const blocks = embeddedBlocks(document, shown, options, caps) ?? shown;
  return { ...metadata, blocks: withTitle(blocks, metadata.title), caps: caps.reached, pictures };
}

/** A page that shows less than this is filled by its scripts. */
const SHOWN_CHARACTERS_MIN = 400;
/** Elements of texts; data without any of them is plain text. */
const MARKUP = new Set('p div h1 h2 h3 h4 h5 h6 ul ol li pre br table'.split(' '));

/** The blocks of an article embedded as data, where the page itself shows nearly nothing. */
function embeddedBlocks(
  document: Document,
  shown: readonly DraftBlock[],
  options: ReadOptions,
  caps: Caps,
): readonly DraftBlock[] | undefined {
  if (shown.reduce((sum, { text }) => sum + text.length, 0) >= SHOWN_CHARACTERS_MIN) return undefined;
  const carried = embeddedArticle(document, caps);
  if (carried === undefined) return undefined;
  const tags = carried.split('<').slice(1);
  if (!tags.some((tag) => MARKUP.has(leading(tag, isWordCharacter).toLowerCase())))
    return textBlocks(cleanText(carried).split('\n'));
  return htmlBlocks(parseHtml(carried), new Set(), options.url);
}

const OPENING_BLOCKS = 8;

/** Adds the title, which many pages keep apart from the article's body. */
function withTitle(blocks: readonly DraftBlock[], title: string | undefined): readonly DraftBlock[] {
  if (title === undefined || blocks.length === 0) return blocks;
  const own = lettersOf(title);
  const stands = blocks.slice(0, OPENING_BLOCKS).some(({ text }) => {
    const opening = lettersOf(text.slice(0, title.length * 2));
    return opening.length > own.length / 2 && (opening.startsWith(own) || own.startsWith(opening));
  });
  return stands ? blocks : [{ type: 'heading', level: 1, text: title }, ...blocks];
}
