import { BadExport } from './exported-rule.js';
import { type Range, type SharedBytes, shared, textAt } from './stored-files.js';
import { linesOf } from './text-pieces.js';

/** A stanza of a `.conf` file of Splunk. */
export interface Stanza {
  readonly name: string;
  /** The line that it begins on, from 1. */
  readonly line: number;
  readonly settings: ReadonlyMap<string, string>;
}

/** Where a stanza's settings stand; one that comes again adds to what stood before. */
export interface StanzaPlace {
  readonly name: string;
  readonly line: number;
  readonly at: readonly Range[];
}

/** The stanzas of a file, or of several of which the later come over the earlier. */
export interface ConfPlaces {
  /** The settings before the first stanza, and those of `[default]`: every stanza's that does not have its own. */
  readonly defaults: readonly Range[];
  readonly stanzas: readonly StanzaPlace[];
}

/** Stanzas that a file may have, whatever is in them. */
const MOST_STANZAS = 100_000;
/** Bytes of the settings that stand for all stanzas, and are read with each. */
const MOST_DEFAULTS = 128 * 1024;
/** Longer lines in brackets, in bytes, are no name of a stanza. */
const LONGEST_NAME = 4096;
const [OPEN, BACKSLASH, CLOSE] = [91, 92, 93];
const BLANKS: ReadonlySet<number | undefined> = new Set([9, 11, 12, 13, 32]);

/**
 * Reads a `.conf` file: `[stanza]`, `name = value`, comments with `#`, and a backslash at the end of a line, which goes on with the next.
 * @see https://docs.splunk.com/Documentation/Splunk/latest/Admin/Savedsearchesconf
 */
export function readConf(text: string): readonly Stanza[] {
  const bytes = shared([Buffer.from(text)]);
  const { defaults, stanzas } = placesInConf(bytes, [{ from: 0, to: bytes.length }]);
  const common = settingsAt(bytes, defaults);
  return stanzas.map(({ at, line, name }) => ({ name, line, settings: settingsAt(bytes, at, common) }));
}

/** Finds the stanzas of files without reading their settings. @throws BadExport for more than any export has */
export function placesInConf(bytes: SharedBytes, files: readonly Range[]): ConfPlaces {
  const defaults: Range[] = [];
  const stanzas = new Map<string, { readonly line: number; readonly at: Range[] }>();
  for (const file of files) {
    let into = defaults;
    let from = file.from;
    for (const { line, ...at } of logicalLines(bytes, file)) {
      const name = nameIn(bytes, at);
      if (name === undefined) continue;
      into.push({ from, to: at.from });
      from = at.to + 1;
      if (name === 'default') into = defaults;
      else {
        const known = stanzas.get(name) ?? { line, at: [] };
        stanzas.set(name, known);
        into = known.at;
      }
      if (stanzas.size > MOST_STANZAS)
        throw new BadExport(`it has more than ${MOST_STANZAS.toLocaleString('en')} stanzas`, 'too_many');
    }
    into.push({ from: Math.min(from, file.to), to: file.to });
  }
  if (sizeOf(defaults) > MOST_DEFAULTS)
    throw new BadExport(`its settings for all stanzas are more than ${MOST_DEFAULTS / 1024} KB`);
  return { defaults, stanzas: [...stanzas].map(([name, { at, line }]) => ({ name, line, at })) };
}

/** Bytes of some places together. */
export const sizeOf = (places: readonly Range[]): number => places.reduce((size, { from, to }) => size + to - from, 0);

/** The settings that stand at some places, over those that stand for all. */
export function settingsAt(
  bytes: SharedBytes,
  at: readonly Range[],
  defaults: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const settings = new Map(defaults);
  for (const range of at) {
    for (const written of writtenLines(textAt(bytes, range))) {
      const split = written.indexOf('=');
      if (split > 0 && !written.trimStart().startsWith('#'))
        settings.set(written.slice(0, split).trim(), written.slice(split + 1).trim());
    }
  }
  return settings;
}

/** The lines of a text, each with those that it goes on with. */
function* writtenLines(text: string): Generator<string> {
  let begun = '';
  for (const raw of text.split('\n')) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    const goesOn = line.endsWith('\\');
    begun += goesOn ? `${line.slice(0, -1)}\n` : line;
    if (goesOn) continue;
    yield begun;
    begun = '';
  }
  yield begun;
}

const CONTINUED = /\\\r?\n/g;

/** Where lines stand with those that they go on with, each with the number of its first, from 1. */
function* logicalLines(bytes: SharedBytes, range: Range): Generator<Range & { readonly line: number }> {
  let line = 0;
  let begun: { readonly from: number; readonly line: number } | undefined;
  let end = range.from;
  for (const { from, to } of linesOf(bytes, range)) {
    line++;
    begun ??= { from, line };
    end = to;
    const last = bytes[to - 1] === 13 ? to - 2 : to - 1;
    if (last >= from && bytes[last] === BACKSLASH) continue;
    yield { ...begun, to };
    begun = undefined;
  }
  if (begun !== undefined) yield { ...begun, to: end };
}

/** The name of the stanza that a line begins; undefined for any other line. */
function nameIn(bytes: SharedBytes, { from, to }: Range): string | undefined {
  let [begin, end] = [from, to];
  while (begin < end && BLANKS.has(bytes[begin])) begin++;
  while (end > begin && BLANKS.has(bytes[end - 1])) end--;
  if (bytes[begin] !== OPEN || bytes[end - 1] !== CLOSE || end - begin > LONGEST_NAME) return undefined;
  return textAt(bytes, { from: begin + 1, to: end - 1 })
    .replace(CONTINUED, '\n')
    .trim();
}
