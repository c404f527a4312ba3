import type { Document } from 'domhandler';
import type { Caps } from '../../caps.js';
import { listPattern } from '../../knowledge/word-pattern.js';
import { hasAnyPart } from '../../text/shape.js';
import { oneLine } from '../clean-text.js';
import { isoDate } from '../dates.js';
import { absoluteHref, hostOf } from '../links.js';
import { attribute, elementsBelow, textOf } from './parse-html.js';

/** A page's metadata. */
export interface PageMetadata {
  readonly title?: string;
  readonly publishedAt?: string;
  readonly publisherHosts: readonly string[];
}

const DATE_META = new Set([
  'article:published_time',
  'datepublished',
  'date',
  'dc.date',
  'dc.date.issued',
  'dcterms.created',
  'pubdate',
  'publish-date',
  'publish_date',
  'parsely-pub-date',
  'sailthru.date',
  'og:published_time',
]);
const JSON_LD_CHARACTERS_MAX = 200_000;
const JSON_LD_ITEMS_MAX = 100;

/** Collects title, publication date and the publisher's hosts from a page's head, JSON-LD, `time` elements and by-line. */
export function pageMetadata(document: Document, url: string | undefined, caps: Caps): PageMetadata {
  const elements = elementsBelow(document);
  const hosts = new Set<string>();
  let ogTitle: string | undefined;
  let titleElement: string | undefined;
  const headings: string[] = [];
  let metaDate: string | undefined;
  let jsonDate: string | undefined;
  let timeDate: string | undefined;
  let bylineDate: string | undefined;
  const addHost = (address: string | undefined): void => {
    const absolute = address === undefined ? undefined : absoluteHref(address, url);
    const host = absolute === undefined ? undefined : hostOf(absolute);
    if (host !== undefined) hosts.add(host);
  };

  for (const element of elements) {
    switch (element.name) {
      case 'meta': {
        const key = (
          attribute(element, 'property') ??
          attribute(element, 'name') ??
          attribute(element, 'itemprop') ??
          ''
        ).toLowerCase();
        const content = attribute(element, 'content') ?? '';
        if (key === 'og:title') ogTitle ??= oneLine(content);
        else if (key === 'og:url') addHost(content);
        else if (DATE_META.has(key)) metaDate ??= isoDate(content);
        break;
      }
      case 'link': {
        const rel = (attribute(element, 'rel') ?? '').toLowerCase();
        const isFeed = rel === 'alternate' && hasAnyPart(attribute(element, 'type') ?? '', ['rss', 'atom', 'json']);
        if (rel === 'canonical' || isFeed) addHost(attribute(element, 'href'));
        break;
      }
      case 'title':
        titleElement ??= oneLine(textOf(element));
        break;
      case 'h1':
        headings.push(oneLine(textOf(element)));
        break;
      case 'time':
        timeDate ??= isoDate(attribute(element, 'datetime') ?? textOf(element));
        break;
      case 'script':
        if ((attribute(element, 'type') ?? '').includes('ld+json')) {
          const said = readJsonLd(textOf(element), caps);
          jsonDate ??= said.publishedAt;
          for (const address of said.addresses) addHost(address);
        }
        break;
      default:
        if (bylineDate === undefined && BYLINE().test(attribute(element, 'class') ?? '')) {
          const text = oneLine(textOf(element));
          if (text.length < 300) bylineDate = isoDate(text);
        }
    }
  }
  const heading = headings.length === 1 ? headings[0] : undefined;
  const title = ogTitle || heading || withoutBrand(titleElement) || headings[0];
  const publishedAt = jsonDate ?? metaDate ?? timeDate ?? bylineDate;
  return {
    ...(title ? { title } : {}),
    ...(publishedAt === undefined ? {} : { publishedAt }),
    publisherHosts: [...hosts],
  };
}

const BYLINE = listPattern(String.raw`(?:^|[\s_-]){byline-classes}(?:$|[\s_-])`, 'i');

/** Removes the publisher's name from a title: `Article | Brand`. */
function withoutBrand(title: string | undefined): string | undefined {
  if (title === undefined) return undefined;
  const at = Math.max(title.lastIndexOf(' | '), title.lastIndexOf(' – '), title.lastIndexOf(' — '));
  return at > title.length / 3 ? title.slice(0, at) : title;
}

interface JsonLd {
  readonly publishedAt?: string;
  readonly addresses: readonly string[];
}

function readJsonLd(source: string, caps: Caps): JsonLd {
  if (source.length > JSON_LD_CHARACTERS_MAX) {
    // Cut JSON cannot be parsed, so all of it is left out.
    caps.note({ what: 'characters of JSON-LD for title and date', bound: JSON_LD_CHARACTERS_MAX, of: source.length });
    return { addresses: [] };
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(source);
  } catch {
    return { addresses: [] };
  }
  const addresses: string[] = [];
  let publishedAt: string | undefined;
  const visit = (value: unknown, depth: number): void => {
    if (depth > 6 || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of caps.first(value, JSON_LD_ITEMS_MAX, 'items of a JSON-LD list')) visit(item, depth + 1);
      return;
    }
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'datePublished' && typeof inner === 'string') publishedAt ??= isoDate(inner);
      else if (key === 'publisher' || key === 'isPartOf') collectAddresses(inner, addresses);
      else if (key === '@graph' || key === 'mainEntity' || key === 'mainEntityOfPage') visit(inner, depth + 1);
    }
  };
  visit(parsed, 0);
  return { addresses, ...(publishedAt === undefined ? {} : { publishedAt }) };
}

function collectAddresses(value: unknown, into: string[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const key of ['url', '@id'] as const) {
    const address = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
    if (typeof address === 'string') into.push(address);
  }
}
