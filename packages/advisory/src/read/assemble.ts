import { wordSet } from '../knowledge/load.js';
import type { AdvisoryDocument, Block, DocumentFormat, ReadOptions } from '../model.js';
import { strictest } from '../model.js';
import { isWordCharacter, placesOf } from '../text/characters.js';
import { trimEndOf } from '../text/ends.js';
import { type CharacterClass, skip, skipBack } from '../text/stretches.js';
import { rolesInOrder } from './addresses-told.js';
import { refuseOver } from './budget.js';
import { isoDate } from './dates.js';
import type { DraftBlock, DraftDocument } from './draft-block.js';
import { AdvisoryError } from './error.js';
import { languageOf } from './language.js';
import { hostOf } from './links.js';
import { headingRole } from './role.js';
import { withoutTeasers } from './teasers.js';
import { markOf } from './tlp.js';

/** A longer block is not prose. It is split, so that no later step gets one endless line. */
const BLOCK_CHARACTERS_MAX = 100_000;

/** How many blocks may be the opening of an article: title, by-line, date, lead. */
const OPENING_BLOCKS = 12;

interface OpenHeading {
  readonly level: number;
  readonly text: string;
}

/** Whether two neighbours belong to one list or table, and so are on adjacent lines. */
function close(previous: DraftBlock | undefined, next: DraftBlock): boolean {
  if (previous === undefined) return true;
  return previous.type === next.type && (next.type === 'list-item' || next.type === 'table-row');
}

function pieces(block: DraftBlock): readonly DraftBlock[] {
  if (block.text.length <= BLOCK_CHARACTERS_MAX) return [block];
  const out: DraftBlock[] = [];
  for (let at = 0; at < block.text.length; ) {
    const end = characterBoundary(block.text, at + BLOCK_CHARACTERS_MAX);
    out.push({ type: block.type, text: block.text.slice(at, end) });
    at = end;
  }
  return out;
}

/** Characters that belong to the one before: accents, variants, skin tones. Joiners were removed earlier. */
const CONTINUES = /^(?:\p{M}|[\u{1f3fb}-\u{1f3ff}])/u;
/** Characters that people write are hardly ever longer. */
const CHARACTER_MAX = 32;

/** The last offset up to `end` that does not split a character, and never a surrogate pair. */
function characterBoundary(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const isHalf = (at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff;
  for (let at = end; at > end - CHARACTER_MAX; at -= 1) {
    if (!isHalf(at) && !CONTINUES.test(text.slice(at, at + 2))) return at;
  }
  return isHalf(end) ? end - 1 : end;
}

/**
 * Joins drafted blocks into one canonical text (a blank line between blocks, one line end within lists and tables) and gives each block its
 * headings and its role.
 *
 * @throws AdvisoryError `Empty` when no block has text, `TooLarge` when the text is longer than any report.
 */
export function assemble(format: DocumentFormat, whole: DraftDocument, options: ReadOptions): AdvisoryDocument {
  refuseOver(
    'characters',
    whole.blocks.reduce((sum, { text }) => sum + text.length, 0),
  );
  const draft = isProse(whole.format ?? format) ? { ...whole, blocks: withoutTeasers(whole.blocks) } : whole;
  const title = options.title?.trim() || draft.title || ownTitle(format, draft.blocks) || firstWords(draft.blocks);
  const joined = new Joiner(title);
  for (const piece of draft.blocks.flatMap(pieces)) joined.add(piece);
  if (joined.blocks.length === 0)
    throw new AdvisoryError('Empty', `The document holds no readable text.${unreadOf(draft)}`);
  const publishedAt = dateOf(format, draft);
  const language = languageOf(draft.blocks);
  const own = markOf(
    [title, ...(draft.margins ?? [])],
    draft.blocks.map(({ text }) => text),
  );
  const tlp = strictest([own, options.tlp]);
  return {
    format: draft.format ?? format,
    title,
    text: joined.text,
    blocks: joined.blocks,
    ...(publishedAt === undefined ? {} : { publishedAt }),
    ...(options.url === undefined ? {} : { url: options.url }),
    ...(tlp === undefined ? {} : { tlp }),
    ...(language === undefined ? {} : { language }),
    ...leftOut(draft),
    publisherHosts: publishersOf(draft, options.url),
  };
}

/** Joins blocks, one after the other, into one text. */
class Joiner {
  readonly blocks: Block[] = [];
  private readonly parts: string[] = [];
  private readonly open: OpenHeading[] = [];
  private readonly roleIn = rolesInOrder();
  private headings: readonly string[] = [];
  private sectionRole = headingRole([], '');
  private length = 0;
  private previous: DraftBlock | undefined;

  constructor(private readonly title: string) {}

  get text(): string {
    return this.parts.join('');
  }

  add(piece: DraftBlock): void {
    if (piece.text.trim() === '') return;
    const level = piece.type === 'heading' ? (piece.level ?? 2) : undefined;
    if (level !== undefined) this.openSection(piece.text, level);
    const start = this.append(piece);
    const { role, isTold } = this.roleIn(piece, this.sectionRole);
    this.blocks.push({
      start,
      end: this.length,
      type: piece.type,
      role,
      headings: this.headings,
      ...(level === undefined ? {} : { level }),
      ...(piece.code?.length ? { code: piece.code.map((s) => ({ start: s.start + start, end: s.end + start })) } : {}),
      ...(piece.links?.length && !isTold
        ? { links: piece.links.map((s) => ({ start: s.start + start, end: s.end + start, href: s.href })) }
        : {}),
    });
    // A heading does not stand under itself; what follows it does.
    if (level !== undefined) this.headings = this.open.map((heading) => heading.text);
    this.previous = piece;
  }

  private openSection(text: string, level: number): void {
    while (this.open.length > 0 && (this.open.at(-1)?.level ?? 0) >= level) this.open.pop();
    this.headings = this.open.map((heading) => heading.text);
    this.open.push({ level, text });
    this.sectionRole = headingRole([...this.headings, text], this.title);
  }

  /** Appends a block's text and gives its place. */
  private append(piece: DraftBlock): number {
    const separator = this.parts.length === 0 ? '' : close(this.previous, piece) ? '\n' : '\n\n';
    const start = this.length + separator.length;
    this.parts.push(separator, piece.text);
    this.length = start + piece.text.length;
    return start;
  }
}

/** What a document without text holds instead, as a sentence; empty where it holds nothing. */
function unreadOf({ pictures, unread = [] }: DraftDocument): string {
  const held = [...(pictures ? [`${pictures} pictures`] : []), ...unread];
  return held.length === 0 ? '' : ` What it holds is not read (${held.slice(0, 3).join(', ')}): send its text.`;
}

/** What of a document was not read. */
function leftOut({ caps, unread, pictures }: DraftDocument): Pick<AdvisoryDocument, 'caps' | 'unread' | 'pictures'> {
  return {
    ...(caps === undefined || caps.length === 0 ? {} : { caps }),
    ...(unread === undefined || unread.length === 0 ? {} : { unread }),
    ...(pictures ? { pictures } : {}),
  };
}

/** A file's date may be years later than the advisory's; the date printed in the text counts first. */
function dateOf(format: DocumentFormat, { blocks, publishedAt }: DraftDocument): string | undefined {
  return isFile(format) ? (openingDate(blocks) ?? publishedAt) : (publishedAt ?? openingDate(blocks));
}

function publishersOf(draft: DraftDocument, url: string | undefined): readonly string[] {
  const host = url === undefined ? undefined : hostOf(url);
  const hosts = [...(draft.publisherHosts ?? []), ...(host === undefined ? [] : [host])];
  return [...new Set([...hosts, ...draft.blocks.flatMap(({ text }) => mailHostsOf(text))])].sort();
}

/** The hosts of mailboxes in a text that only whoever publishes reports has: `press@…`. */
function mailHostsOf(text: string): readonly string[] {
  return placesOf(text, '@').flatMap((at) => {
    const name = text.slice(skipBack(text, at, isOfMailbox, MAILBOX_MAX), at).toLowerCase();
    if (!wordSet('publishers-mailboxes').has(name)) return [];
    const host = trimEndOf(text.slice(at + 1, skip(text, at + 1, isOfHost, HOST_MAX)).toLowerCase(), '.-');
    return host.includes('.') ? [host] : [];
  });
}

const MAILBOX_MAX = 20;
const HOST_MAX = 100;
const isOfMailbox: CharacterClass = (character) => isWordCharacter(character) || '.-+'.includes(character);
const isOfHost: CharacterClass = (character) => isWordCharacter(character) || '.-'.includes(character);

/** Formats of articles, which have pages' frames around them; lists of indicators and rules have none. */
const isProse = (format: DocumentFormat): boolean =>
  isFile(format) || ['html', 'text', 'markdown', 'eml', 'msg'].includes(format);

/** Formats whose date is that of a file. */
const isFile = (format: DocumentFormat): boolean => format === 'pdf' || format === 'docx' || format === 'rtf';

/** The date line under a title: a short block near the beginning. Dates deeper in the text belong to the events described. */
function openingDate(blocks: readonly DraftBlock[]): string | undefined {
  for (const block of blocks.slice(0, OPENING_BLOCKS)) {
    const date = block.text.length <= 60 && block.type !== 'code' ? isoDate(block.text) : undefined;
    if (date !== undefined) return date;
  }
  return undefined;
}

/**
 * The first heading, where it is near the beginning. One deeper in the text is a section's; so are those of a text in lines that does not begin
 * with one, and in Markdown all but those of the first level.
 */
function ownTitle(format: DocumentFormat, blocks: readonly DraftBlock[]): string | undefined {
  const opening = blocks.slice(0, OPENING_BLOCKS).filter(({ type }) => type === 'heading');
  if (format === 'text') return undefined;
  return (format === 'markdown' ? opening.find(({ level }) => level === 1) : opening[0])?.text;
}

function firstWords(blocks: readonly DraftBlock[]): string {
  const line = blocks[0]?.text.split('\n')[0]?.trim() ?? '';
  return line.length <= 120 ? line : `${line.slice(0, line.lastIndexOf(' ', 117) || 117)}…`;
}
