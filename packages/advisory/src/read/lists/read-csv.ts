import type { ReadOptions } from '../../model.js';
import { isDigit, isSmallLetter } from '../../text/characters.js';
import { BLANKS, trimStartOf } from '../../text/ends.js';
import { only } from '../../text/stretches.js';
import type { DraftDocument } from '../draft-block.js';
import { StructuredBlocks } from '../json/structured-blocks.js';

/** Names of columns, letters only, of which a list of indicators has at least one. */
const NAMED = new Set(
  'indicator ioc iocs indicatorvalue iocvalue observable value type indicatortype ioctype hash md5 sha sha1 sha256 sha256hash md5hash domain domainname host hostname fqdn ip ipaddress ipv4 dstip url uri email filename filepath path registrykey commandline useragent'.split(
    ' ',
  ),
);
/** Columns that say nothing of what a log shows. */
const DROPPED = new Set(
  'id uuid eventid objectid attributeid objectuuid date time timestamp firstseen firstseenutc lastseen lastseenutc lastonline created createdat modified updated dateadded validfrom validuntil confidence confidencelevel score severity toids category tlp tags reporter author status urlstatus asn country no number nr'.split(
    ' ',
  ),
);
const REFERENCES = new Set('reference references source sources link links report reportlink urlhauslink'.split(' '));
const COMMANDS = new Set(['command', 'commandline', 'cmdline', 'processcommandline']);
const TYPES = new Set(['type', 'indicatortype', 'ioctype', 'attributetype']);

const SEPARATORS = [',', ';', '\t', '|'];
/** Rows that are looked at to tell a table from prose. */
const SAMPLE_ROWS = 20;

/** Whether a text is a table of indicators: a line of known names of columns, and rows of as many cells. */
export const isCsv = (text: string): boolean => tableOf(text.slice(0, 50_000)) !== undefined;

interface Table {
  readonly names: readonly string[];
  readonly rows: Iterable<readonly string[]>;
}

function tableOf(text: string): Table | undefined {
  const { header, start } = headerOf(text);
  const separator = SEPARATORS.toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ',';
  const [names = []] = [...csvRows(header, separator)];
  if (names.length < 2 || names.some((name) => name.length > 60) || !names.some((name) => NAMED.has(bare(name))))
    return undefined;
  let rows = 0;
  let alike = 0;
  for (const row of csvRows(text.slice(start), separator)) {
    rows += 1;
    if (row.length === names.length) alike += 1;
    if (rows >= SAMPLE_ROWS) break;
  }
  if (rows === 0 || alike < Math.max(1, (rows - 1) * 0.8)) return undefined;
  return { names, rows: csvRows(text.slice(start), separator) };
}

/** The line that names the columns: the first, or in feeds the last of the comments before the rows. */
function headerOf(text: string): { header: string; start: number } {
  let comment = '';
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
    const line = text.slice(at, end).trim();
    if (line !== '' && !line.startsWith('#')) {
      const named = comment.split(',').some((name) => NAMED.has(bare(name)));
      return named ? { header: comment, start: at } : { header: line, start: end + 1 };
    }
    const words = trimStartOf(line, `#${BLANKS}`);
    if (words !== '') comment = words;
    at = end + 1;
  }
  return { header: '', start: text.length };
}

const bare = (name: string): string =>
  only(name.toLowerCase(), (character) => isSmallLetter(character) || isDigit(character));

/** The rows of a table with separators (RFC 4180): a quoted cell may hold separators, lines and doubled quotes. */
function* csvRows(text: string, separator: string): Generator<readonly string[]> {
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    let cell = '';
    while (text.charAt(at) === ' ' && separator !== ' ') at += 1;
    if (text.charAt(at) === '"') {
      const parts: string[] = [];
      do {
        const quote = text.indexOf('"', at + 1);
        const end = quote < 0 ? text.length : quote;
        parts.push(text.slice(at + 1, end));
        at = end + 1;
      } while (text.charAt(at) === '"');
      cell = parts.join('"');
    }
    const start = at;
    while (at < text.length && text.charAt(at) !== separator && text.charAt(at) !== '\n') at += 1;
    row.push((cell + text.slice(start, at)).trim());
    if (text.charAt(at) !== separator) {
      if (row.some((each) => each !== '') && !row[0]?.startsWith('#')) yield row;
      row = [];
    }
    at += 1;
  }
  if (row.length > 0) yield [...row, ''];
}

/** Reads a table of indicators by its columns: dates, ids and scores are left out, addresses of reports are references. */
export function readCsv(text: string, options: ReadOptions): DraftDocument {
  const out = new StructuredBlocks(options);
  const table = tableOf(text);
  const names = table?.names ?? [];
  const keys = names.map(bare);
  const cellOf = (row: readonly string[], isOne: (key: string) => boolean): string =>
    row[keys.findIndex((key) => isOne(key))] ?? '';
  const rows = [...(table?.rows ?? [])];
  const isFor = (row: readonly string[]): string => cellOf(row, (key) => key === 'toids').toLowerCase();
  // Where a list marks what is for detection, the rest is context.
  const isMarked = rows.some((row) => ['1', 'true'].includes(isFor(row)));
  const kept = isMarked ? rows.filter((row) => !['0', 'false'].includes(isFor(row))) : rows;
  const isShown = (key: string): boolean => !DROPPED.has(key) && !REFERENCES.has(key) && !COMMANDS.has(key);
  const shown = (row: readonly string[]): readonly string[] => row.filter((_, at) => isShown(keys[at] ?? ''));

  out.heading('Indicators of compromise', 2);
  out.row(shown(names));
  const commands: string[] = [];
  for (const row of kept) {
    const isCommand = COMMANDS.has(bare(cellOf(row, (key) => TYPES.has(key))));
    if (isCommand) commands.push(cellOf(row, (key) => !TYPES.has(key) && NAMED.has(key)));
    else out.row(shown(row));
    commands.push(cellOf(row, (key) => COMMANDS.has(key)));
  }
  const given = commands.filter((command) => command !== '');
  if (given.length > 0) out.heading('Command lines', 2);
  for (const command of given) out.code(command);
  const references = new Set(
    kept.flatMap((row) => row.filter((cell, at) => cell !== '' && REFERENCES.has(keys[at] ?? ''))),
  );
  if (references.size > 0) out.heading('References', 2);
  for (const reference of references) out.item(reference);
  const marks = new Set(rows.map((row) => cellOf(row, (key) => key === 'tlp')));
  return {
    blocks: out.blocks,
    title: kept.length === 1 ? 'One indicator' : `${kept.length} indicators`,
    caps: out.caps.reached,
    margins: [...marks].map(
      (mark) => `TLP:${mark.toLowerCase().startsWith('tlp:') ? mark.slice('tlp:'.length) : mark}`,
    ),
  };
}
