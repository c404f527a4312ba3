import { tokensOf } from '../attribute/cues.js';
import { hasHash } from '../indicators/hash-record.js';
import { kindsNamedIn } from '../indicators/named-kinds.js';
import { isActorsFile } from '../kinds/indicator/file-names.js';
import { wordSet } from '../knowledge/load.js';
import { hasWordOf } from '../knowledge/word-pattern.js';
import type { AdvisoryDocument, FoundThing, Indicator, Span } from '../model.js';
import { passageAt, passagesOf, sentenceAround } from '../segment/passage.js';
import { isStockProgram } from '../segment/programs.js';
import { BLANKS, closesWith, lowerEnding, opensWith, QUOTES, trimEndOf, trimStartOf } from '../text/ends.js';
import { hasBlank } from '../text/shape.js';
import { isAttached } from './attached.js';
import type { Page } from './page.js';

const SHORTEST = 8;
const AROUND = `${BLANKS}${QUOTES}•*-`;
/** Characters before a name that begin it for certain. */
const OPENERS = new Set('"\'“”‘’`|(,;:\n\t/\\•*');

/** Finds names of files that come with an intruder and that are none of the kinds that other rules look for. */
export function findFileNames(page: Page): readonly FoundThing[] {
  const listed = namesListed(page.doc);
  return page.indicators.flatMap((indicator) => {
    if (indicator.type !== 'file-name' || indicator.spans.length === 0) return [];
    return [
      broughtFile(page, indicator, listed) ?? [],
      attachedFile(page, indicator) ?? [],
      describedLibrary(page, indicator) ?? [],
    ].flat();
  });
}

/** The places of lines that are nothing but a name, in a list whose caption says that its files are the intruder's: "Malicious images had names such as:". */
function namesListed(doc: AdvisoryDocument): ReadonlySet<number> {
  const found = new Set<number>();
  let isIntruders = false;
  for (const { block, start, text } of passagesOf(doc)) {
    if (isNameAlone(text)) {
      if (isIntruders) found.add(start);
    } else
      isIntruders =
        block.type !== 'heading' &&
        text.trimEnd().endsWith(':') &&
        !hasWordOf('captions-of-others', text) &&
        (hasWordOf('captions-of-intruders', text) || hasWordOf('brought-words', text));
  }
  return found;
}

function isNameAlone(text: string): boolean {
  const bare = trimEndOf(trimStartOf(text, AROUND), AROUND);
  return bare.includes('.') && !hasBlank(bare);
}

/** A file that its sentence says was brought, dropped or mailed, and of an ending that no other kind of evidence looks for. */
function broughtFile({ doc }: Page, indicator: Indicator, listed: ReadonlySet<number>): FoundThing | undefined {
  const { value, spans } = indicator;
  if (!wordSet('brought-endings').has(lowerEnding(value)) || value.length < SHORTEST) return undefined;
  if (isEverybodysProgram(value) || !isActorsFile(doc, indicator)) return undefined;
  const isTold = (span: Span): boolean =>
    isBrought(doc.text, span) || hasHashBehind(doc.text, span) || listed.has(passageAt(doc, span.start)?.start ?? -1);
  const told = spans.filter((span) => isTold(span) && isWholeName(doc.text, span));
  return told.length === 0 ? undefined : { thing: 'file-name', value, deed: 'dropped', spans: told };
}

/** Endings that a library has when its name hides what it is. */
const OF_DATA: ReadonlySet<string> = new Set(['bin', 'dat', 'tmp', 'db', 'cfg', 'ini', 'log']);

/** A file that its own entry in a list calls a library, whatever its ending: "fencache.bin: seen as a DLL". */
function describedLibrary({ doc }: Page, indicator: Indicator): FoundThing | undefined {
  const { value } = indicator;
  if (!OF_DATA.has(lowerEnding(value)) || value.length < SHORTEST) return undefined;
  const told = indicator.spans.filter(({ start, end }) => {
    const passage = passageAt(doc, start);
    if (passage?.block.type !== 'list-item' && passage?.block.type !== 'table-row') return false;
    const behind = passage.text.slice(end - passage.start);
    const isFirst =
      trimEndOf(doc.text.slice(passage.start, start), AROUND) === '' && opensWith(behind.trimStart(), ':|-–');
    return isFirst && kindsNamedIn(behind)[0]?.kind === 'library' && !hasWordOf('called-benign', behind);
  });
  if (told.length === 0 || !isActorsFile(doc, indicator)) return undefined;
  return { thing: 'library', value, deed: 'loaded', spans: told };
}

/** A file of the intruder's that its sentence says was attached to a mail, whatever its ending. */
function attachedFile({ doc }: Page, indicator: Indicator): FoundThing | undefined {
  const { value, spans } = indicator;
  if (!wordSet('reported-endings').has(lowerEnding(value)) || value.length < SHORTEST) return undefined;
  if (isEverybodysProgram(value) || !isActorsFile(doc, indicator)) return undefined;
  const told = spans.filter((span) => isAttached(doc.text, span) && isWholeName(doc.text, span));
  if (told.length === 0) return undefined;
  return { thing: 'mail-attachment', value, deed: 'sent-by-mail', seenIn: 'network/mail-gateway', spans: told };
}

/** Whether a program of this name is the system's or a product's: that it was copied somewhere needs more than its name. */
function isEverybodysProgram(name: string): boolean {
  const stem = name.slice(0, name.lastIndexOf('.')).toLowerCase();
  return (
    isStockProgram(name) || PROGRAMS.some((list) => wordSet(list).has(stem) || wordSet(list).has(name.toLowerCase()))
  );
}

const PROGRAMS = ['programs-windows', 'everyday-tools', 'imitated-programs', 'product-names', 'system-files'] as const;

/** How many words may stand between a name and what was done with it: "fen.exe, which was dropped". */
const BEHIND = 5;

/** How far behind a name its hash may end: "fen.iso (SHA-256: …)". */
const HASH_WITHIN = 90;

/** Whether the hash of a sample stands in brackets right behind its name. */
function hasHashBehind(text: string, { end }: Span): boolean {
  return text.startsWith(' (', end) && hasHash(text.slice(end, end + HASH_WITHIN).split(')', 1)[0] ?? '');
}

/** Whether a sentence says before a name that it was brought, or right behind it: "fen.exe was then downloaded". */
function isBrought(text: string, span: Span): boolean {
  const { start, end } = sentenceAround(text, span.start, span.end);
  if (tokensOf(text.slice(start, span.start)).some((token) => wordSet('brought-words').has(token.text))) return true;
  const behind = tokensOf(text.slice(span.end, end)).slice(0, BEHIND);
  const be = behind.findIndex((token) => wordSet('forms-of-be').has(token.text));
  return be >= 0 && behind.slice(be + 1).some((token) => wordSet('brought-words').has(token.text));
}

/** Whether a name begins where it was found: a name with blanks would have begun earlier. */
function isWholeName(text: string, { start }: Span): boolean {
  const before = text[start - 1] ?? '\n';
  if (OPENERS.has(before)) return true;
  if (before !== ' ') return false;
  const from = text.lastIndexOf(' ', start - 2) + 1;
  const word = text.slice(from, start - 1);
  const bare = trimEndOf(word, ',');
  return (
    closesWith(word, ':') || (bare !== '' && bare === bare.toLowerCase() && wordSet('before-file-names').has(bare))
  );
}
