import type { Document, Element } from 'domhandler';
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
  const said = new Said(url, caps);
  for (const element of elementsBelow(document)) said.read(element);
  const { title, publishedAt } = said;
  return {
    ...(title ? { title } : {}),
    ...(publishedAt === undefined ? {} : { publishedAt }),
    publisherHosts: [...said.hosts],
  };
}

/** What the elements of a page say of it; of each kind the first counts. */
class Said {
  readonly hosts = new Set<string>();
  private ogTitle: string | undefined;
  private titleElement: string | undefined;
  private readonly headings: string[] = [];
  private readonly dates: { json?: string; meta?: string; time?: string; byline?: string } = {};

  constructor(
    private readonly url: string | undefined,
    private readonly caps: Caps,
  ) {}

  get title(): string | undefined {
    const heading = this.headings.length === 1 ? this.headings[0] : undefined;
    return this.ogTitle || heading || withoutBrand(this.titleElement) || this.headings[0];
  }

  get publishedAt(): string | undefined {
    const { json, meta, time, byline } = this.dates;
    return json ?? meta ?? time ?? byline;
  }

  read(element: Element): void {
    if (element.name === 'meta') this.readMeta(element);
    else if (element.name === 'link') this.readLink(element);
    else if (element.name === 'title') this.titleElement ??= oneLine(textOf(element));
    else if (element.name === 'h1') this.headings.push(oneLine(textOf(element)));
    else if (element.name === 'time') this.date('time', attribute(element, 'datetime') ?? textOf(element));
    else if (element.name === 'script') this.readScript(element);
    else this.readByline(element);
  }

  /** Keeps a date where the words have one and none of its kind is kept. */
  private date(kind: keyof Said['dates'], words: string): void {
    const date = this.dates[kind] ?? isoDate(words);
    if (date !== undefined) this.dates[kind] = date;
  }

  private addHost(address: string | undefined): void {
    const absolute = address === undefined ? undefined : absoluteHref(address, this.url);
    const host = absolute === undefined ? undefined : hostOf(absolute);
    if (host !== undefined) this.hosts.add(host);
  }

  private readMeta(element: Element): void {
    const key = attribute(element, 'property') ?? attribute(element, 'name') ?? attribute(element, 'itemprop') ?? '';
    const name = key.toLowerCase();
    const content = attribute(element, 'content') ?? '';
    if (name === 'og:title') this.ogTitle ??= oneLine(content);
    else if (name === 'og:url') this.addHost(content);
    else if (DATE_META.has(name)) this.date('meta', content);
  }

  private readLink(element: Element): void {
    const rel = (attribute(element, 'rel') ?? '').toLowerCase();
    const isFeed = rel === 'alternate' && hasAnyPart(attribute(element, 'type') ?? '', ['rss', 'atom', 'json']);
    if (rel === 'canonical' || isFeed) this.addHost(attribute(element, 'href'));
  }

  private readScript(element: Element): void {
    if (!(attribute(element, 'type') ?? '').includes('ld+json')) return;
    const { publishedAt, addresses } = readJsonLd(textOf(element), this.caps);
    if (publishedAt !== undefined) this.dates.json ??= publishedAt;
    for (const address of addresses) this.addHost(address);
  }

  private readByline(element: Element): void {
    if (this.dates.byline !== undefined || !BYLINE().test(attribute(element, 'class') ?? '')) return;
    const text = oneLine(textOf(element));
    if (text.length < 300) this.date('byline', text);
  }
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
