import type { Document } from 'domhandler';
import type { Caps } from '../../caps.js';
import { hasWord } from '../../text/characters.js';
import { splitAtBlanks, withTagsAs } from '../../text/shape.js';
import { attribute, elementsBelow, textOf } from './parse-html.js';

/** Longer data is an application's state, not an article. */
const DATA_CHARACTERS_MAX = 3_000_000;
/** Shorter texts are teasers and descriptions. */
const ARTICLE_CHARACTERS_MIN = 400;
const DEPTH_MAX = 40;
const VALUES_MAX = 100_000;
/** Prose has a blank at least every so many characters; encoded data has none. */
const CHARACTERS_PER_BLANK_MAX = 14;
const TAG_MAX = 500;

/**
 * The article that a page embeds as data for search engines or its own scripts: the `articleBody` of its JSON-LD, or else the longest prose
 * or HTML in the JSON of its scripts (`application/json`). Undefined where there is none.
 */
export function embeddedArticle(document: Document, caps: Caps): string | undefined {
  let body: string | undefined;
  let longest = '';
  for (const script of elementsBelow(document)) {
    const type = script.name === 'script' ? (attribute(script, 'type') ?? '') : '';
    if (!hasWord(type.toLowerCase(), 'json')) continue;
    const isLinkedData = type.toLowerCase().includes('ld+json');
    for (const [key, value] of textsIn(textOf(script), caps)) {
      if (!isArticle(value)) continue;
      if (key === 'articleBody' && value.length > (body?.length ?? 0)) body = value;
      else if (!isLinkedData && value.length > longest.length) longest = value;
    }
  }
  return body ?? (longest === '' ? undefined : longest);
}

function isArticle(text: string): boolean {
  if (text.length < ARTICLE_CHARACTERS_MIN) return false;
  const words = withTagsAs(' ', text, TAG_MAX).trim();
  return words.length / splitAtBlanks(words).length <= CHARACTERS_PER_BLANK_MAX;
}

/** Every string in a JSON text with its key; none where it is not JSON. */
function textsIn(source: string, caps: Caps): readonly (readonly [string, string])[] {
  if (source.length > DATA_CHARACTERS_MAX) {
    caps.note({ what: "characters of a page's script data", bound: DATA_CHARACTERS_MAX, of: source.length });
    return [];
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(source);
  } catch {
    return [];
  }
  const found: (readonly [string, string])[] = [];
  let seen = 0;
  const visit = (key: string, value: unknown, depth: number): void => {
    seen += 1;
    if (depth > DEPTH_MAX || seen > VALUES_MAX) return;
    if (typeof value === 'string') found.push([key, value]);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) visit(Array.isArray(value) ? key : name, inner, depth + 1);
    }
  };
  visit('', parsed, 0);
  if (seen > VALUES_MAX) caps.note({ what: "values of a page's script data", bound: VALUES_MAX, of: seen });
  return found;
}
