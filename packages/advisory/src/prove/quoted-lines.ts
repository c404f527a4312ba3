import { createMatcher, type SigmaRule } from '@tripline/sigma';
import type { DraftSelection, DraftWatch } from '../draft/rule-draft.js';
import { refang } from '../indicators/refang.js';
import type { Behaviour, GeneratedRule, SampleEvent, Span, WebRequest } from '../model.js';
import { withHeldValues } from '../segment/batch-variables.js';
import { bareName } from '../segment/programs.js';
import { wordsOf } from '../segment/words.js';
import { withoutFirst, withoutLast } from '../text/ends.js';
import { hasLetter, splitAtBlanks, stretchesWithout, withStraightQuotes } from '../text/shape.js';
import { requestEvent } from './quoted-requests.js';
import { alternativeEvents } from './sample-events.js';

/** A command, script line or request that the advisory quotes: its place and its text. */
export interface QuotedLine extends Span {
  readonly text: string;
  /** Set for a request. */
  readonly request?: WebRequest;
}

/** Fields that hold a whole typed line. */
const TYPED_FIELDS = ['CommandLine', 'ScriptBlockText'];
/** auditd's fields for the words of a command. */
const WORD_FIELDS = ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'];
/** A firewall's fields for a request. Addresses and agents are indicators, and have other places in the text. */
const REQUEST_FIELDS = ['transaction.request', 'httpRequest'].flatMap((request) =>
  ['uri', 'args', 'body', 'method', 'httpMethod'].map((part) => `${request}.${part}`),
);
/** How many words of a line are tried as the program whose process has the line, beside those that name the one that the rule looks for. */
const PROGRAMS_MAX = 8;

/** The lines that behaviours of a document quote, without those inside another; of a batch file with what its variables held. */
export function quotedLines(document: string, behaviours: readonly Behaviour[]): readonly QuotedLine[] {
  const lines = behaviours.filter(
    (each) => each.kind === 'command' || (each.kind === 'script-text' && each.form !== 'name'),
  );
  const parts = partsOf(lines);
  const requests = behaviours.filter((each) => each.kind === 'web-request');
  return [
    ...lines
      .filter((line) => !parts.has(line))
      .map(({ start, end, value }) => ({ start, end, text: withHeldValues(document, value, start) })),
    ...requests.map((request) => ({ start: request.start, end: request.end, text: request.value, request })),
  ];
}

/** Those spans that lie within a longer one, in one pass: a text may quote tens of thousands. */
function partsOf<T extends Span>(spans: readonly T[]): ReadonlySet<T> {
  const parts = new Set<T>();
  let last: T | undefined;
  let reach = -1;
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const isSame = last !== undefined && span.start === last.start && span.end === last.end;
    if (isSame ? parts.has(last as T) : span.end <= reach) parts.add(span);
    reach = Math.max(reach, span.end);
    last = span;
  }
  return parts;
}

/**
 * Leaves out alternatives that were made from a quoted line but do not match it: no event with the line, started as any program it names,
 * satisfies the rule. Gives the same selections where all match; undefined where no alternative is left. `rule` is the watch's own.
 */
export function matchingQuotedLines(
  watch: DraftWatch,
  lines: readonly QuotedLine[],
  rule: SigmaRule,
): readonly DraftSelection[] | undefined {
  const unmatched = unmatchedLines(watch, lines, rule);
  if (unmatched.length === 0) return watch.selections;
  const selections = watch.selections.map((selection) => ({
    ...selection,
    alternatives: selection.alternatives.filter(
      (items) => !placesOf([{ name: '', alternatives: [items] }]).some((place) => unmatched.some(holds(place))),
    ),
  }));
  return selections.every(({ alternatives }) => alternatives.length > 0) ? selections : undefined;
}

function unmatchedLines(watch: DraftWatch, lines: readonly QuotedLine[], rule: SigmaRule): readonly QuotedLine[] {
  const places = placesOf(watch.selections.filter(({ filter }) => filter !== true));
  const resting = lines.filter((line) => places.some((place) => holds(place)(line)));
  if (resting.length === 0) return [];
  const matcher = createMatcher(rule);
  const bases = alternativeEvents(watch);
  return resting.filter((line) => !bases.some((base) => eventsOf(base, line).some((event) => matcher.matches(event))));
}

/** Most lines that are told of a rule. */
const LINES_OF_RULE_MAX = 5;

/** The commands and script lines in which values of rules stand, by the rules' keys; a rule without one is missing. */
export function linesOf(
  rules: readonly Pick<GeneratedRule, 'evidence' | 'key'>[],
  lines: readonly QuotedLine[],
): Readonly<Record<string, readonly string[]>> {
  const typed = lines.filter(({ request }) => request === undefined);
  const found = rules.map(({ evidence, key }) => {
    const places = evidence.filter((each) => 'start' in each);
    const own = typed.filter((line) => places.some((place) => holds(place)(line)));
    return [key, [...new Set(own.map(({ text }) => asTyped(refang(text).text)))].slice(0, LINES_OF_RULE_MAX)] as const;
  });
  return Object.fromEntries(found.filter(([, own]) => own.length > 0));
}

/** The places of the values of typed fields. */
function placesOf(selections: readonly DraftSelection[]): readonly Span[] {
  return selections.flatMap(({ alternatives }) =>
    alternatives
      .flat()
      .filter(
        ({ field }) => TYPED_FIELDS.includes(field) || WORD_FIELDS.includes(field) || REQUEST_FIELDS.includes(field),
      )
      .flatMap(({ values }) => values.flatMap(({ origin }) => ('start' in origin ? [origin] : []))),
  );
}

const holds =
  (place: Span) =>
  ({ start, end }: Span): boolean =>
    start <= place.start && place.end <= end;

/** Events like `base` with a quoted line in place of sample values: one for each program it names, where the log has the program. */
function eventsOf(base: SampleEvent, { text, request }: QuotedLine): readonly SampleEvent[] {
  if (request !== undefined) return [requestEvent(base, request)];
  return [text, refang(text).text].map(asTyped).flatMap((typed) => {
    if ('a0' in base) return wordEvents(base, typed);
    const whole = Object.fromEntries(TYPED_FIELDS.filter((field) => field in base).map((field) => [field, typed]));
    const programs = 'Image' in base ? tried(programWords(typed), base['Image'], (word) => word) : [undefined];
    return programs.map((program) => ({
      ...base,
      ...whole,
      ...(program === undefined ? {} : { Image: imageOf(program, base) }),
    }));
  });
}

/** The words of a line that may be a program's name: what stands between blanks, quotation marks and the shell's signs. */
const programWords = (line: string): readonly string[] =>
  splitAtBlanks(line).flatMap((part) =>
    stretchesWithout(part, '"\'|&;()')
      .map(({ text }) => text)
      .filter(hasLetter),
  );

/** The items whose word names the program that the rule looks for, however far behind in a long line, and the first of all. */
function tried<Item>(items: readonly Item[], program: unknown, wordOf: (item: Item) => string): readonly Item[] {
  const wanted = bareName(String(program));
  const named = items.slice(PROGRAMS_MAX).filter((item) => bareName(wordOf(item)) === wanted);
  return [...items.slice(0, PROGRAMS_MAX), ...named.slice(0, PROGRAMS_MAX)];
}

/** The image that a program of a quoted line has in the log of `base`: of macOS where its paths have slashes, else of Windows. */
function imageOf(program: string, base: SampleEvent): string {
  const isUnix = String(base['Image']).includes('/');
  return isUnix ? `/usr/bin/${bareName(program)}` : `C:\\Windows\\System32\\${bareName(program)}.exe`;
}

/** auditd's record of a command that begins with any of the line's first words. */
function wordEvents(base: SampleEvent, line: string): readonly SampleEvent[] {
  const words = wordsOf(line).map(({ text }) => withoutLast(withoutFirst(text, '"\''), '"\''));
  const starts = tried([...words.keys()], base['a0'], (from) => words[from] ?? '');
  return starts.map((from) => ({
    ...base,
    ...Object.fromEntries(WORD_FIELDS.map((field, at) => [field, words[from + at] ?? ''])),
  }));
}

/** Replaces typographic dashes and quotes by those of a keyboard. */
function asTyped(text: string): string {
  return [...'–—‒−'].reduce((typed, dash) => typed.replaceAll(dash, '-'), withStraightQuotes(text));
}
