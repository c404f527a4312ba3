import { withSingleBlanks } from '../characters.js';
import { SigmaError } from '../model/error.js';
import type { Logsource } from '../model/rule.js';
import { parseSigma } from '../parse/collection.js';
import type { QueryLanguage } from '../query/language.js';
import { QUERY_LIMITS, QueryFault, unreadable } from '../query/query-fault.js';
import {
  ALWAYS,
  join,
  type ParsedQuery,
  type QueryDataModel,
  type QueryList,
  type QueryMacro,
  type QueryNode,
  type QueryRemark,
  type ReadNoteCode,
  type UnreadPart,
} from '../query/query-tree.js';
import type { RuleObject } from '../write/rule-object.js';
import { stringifySigma } from '../write/stringify.js';
import { type BaseReading, readBase } from './base-rule.js';
import { DIALECTS } from './dialects.js';
import { countingDocuments, steppedDocuments, timespanOf } from './documents.js';
import { likelySystem } from './evidence.js';
import { isPresence, joinedDocuments } from './joined-counts.js';
import { keyOf } from './logsource-scope.js';
import { besideQuery, type RuleBeside, scheduledSeconds } from './rule-beside.js';
import { logsOf } from './several-logs.js';

/** Options of reading a query. */
export interface ReadQueryOptions {
  /** Where the query's events come from. With it, the log source that the query names is ignored. */
  readonly logsource?: Logsource;
  /** The rule's title; by default it names the language. */
  readonly title?: string;
  /** Splunk's macros by name, which are written out before the search is read. */
  readonly macros?: Readonly<Record<string, QueryMacro>>;
  /** Splunk's lookup files by each name that searches have for one: a subsearch over one is read as its rows. */
  readonly lists?: Readonly<Record<string, QueryList>>;
  /** Splunk's own data models by `Model.Object`, and `Model` for its first object: a search over one is read as its constraints. */
  readonly dataModels?: Readonly<Record<string, QueryDataModel>>;
  /** What the source says beside its query: an Elastic rule's type, threshold, index patterns and schedule. */
  readonly rule?: RuleBeside;
  /** The window, in seconds, of a query that counts without one of its own; an hour by default. */
  readonly window?: number;
  /** Reads what can be read, and lists the rest in `unread`, where the rule then only finds more. */
  readonly partial?: boolean;
}

/** A remark for the reader of the rule on how it was read, with its place in the query (from 1). */
interface ReadNote {
  readonly code: ReadNoteCode;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** A part of the query that the rule does not have, with its place (from 1). */
interface UnreadText {
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly why: string;
}

/** The rule read from a query, or why there is none. */
export type QueryReading =
  | {
      readonly ok: true;
      /** Title, log source and detection; the caller adds what it knows of the query's author and purpose. Of a query that counts, the correlation. */
      readonly rule: RuleObject;
      /** All documents in their order: one rule, or the rules of single events and the correlation that counts or joins them. */
      readonly documents: readonly RuleObject[];
      /** The documents as canonical YAML, which `parseSigma` accepts. */
      readonly yaml: string;
      /** The log source of the rule, or of the first that the correlation refers to. */
      readonly logsource: Logsource;
      readonly notes: readonly ReadNote[];
      /** Whether the rule says all that the query says. */
      readonly whole: boolean;
      /** What it does not say. */
      readonly unread: readonly UnreadText[];
    }
  | { readonly ok: false; readonly error: SigmaError };

const LANGUAGE_NAMES: Readonly<Record<QueryLanguage, string>> = {
  kql: 'KQL',
  spl: 'SPL',
  lucene: 'Lucene',
  eql: 'EQL',
  esql: 'ES|QL',
  yaral: 'YARA-L',
};
const WINDOW_SECONDS = 3600;

/**
 * Reads a SIEM query back into a Sigma rule, or into rules and the correlation that counts or orders their events. Table, index or event
 * type become the log source; the product's fields become Sigma's by the same maps that {@link convert} uses; exclusions become filters.
 * The rule never matches less than the query, but where a note says `narrowed`; where it matches more, a note says so too. Never throws.
 * Refused, with line and column: a query that joins, computes, or counts as no correlation does (`UnreadableQuery`); one that breaks its
 * language's rules (`InvalidQuery`); one whose log is unknown (`UnknownLogsource`); one longer than 262,144 characters, with columns that
 * stand for more than 200,000 tests, or of more than 500 tables (`TooLarge`); one nested deeper than 64 (`TooDeep`). Takes linear time.
 */
export function readQuery(text: string, language: QueryLanguage, options: ReadQueryOptions = {}): QueryReading {
  try {
    return { ok: true, ...read(text, language, options) };
  } catch (error) {
    if (error instanceof QueryFault)
      return { ok: false, error: new SigmaError(error.code, error.message, placeOf(text, error.at)) };
    throw error;
  }
}

function read(
  text: string,
  language: QueryLanguage,
  options: ReadQueryOptions,
): Omit<Extract<QueryReading, { ok: true }>, 'ok'> {
  if (text.length > QUERY_LIMITS.characters) {
    throw new QueryFault(
      'TooLarge',
      `the query has ${text.length} characters; ${QUERY_LIMITS.characters} are allowed`,
      0,
    );
  }
  const { partial = false, rule = {} } = options;
  const parsed = DIALECTS[language].parse(text, options);
  const place = parsed.placeOf ?? ((at: number) => at);
  try {
    const remarks: QueryRemark[] = [...parsed.remarks];
    const unread: UnreadPart[] = [...(parsed.unread ?? [])];
    const documents = documentsOf(parsed, { text, language, options, rule, partial, remarks, unread });
    const yaml = stringifySigma(documents);
    checkRule(yaml);
    return {
      rule: documents.at(-1) as RuleObject,
      documents,
      yaml,
      logsource: documents[0]?.['logsource'] as Logsource,
      notes: notesOf(text, remarks, place),
      whole: unread.length === 0,
      unread: unread.map(({ at, end, why }) => ({
        text: partOf(text, place(at), place(end)),
        ...placeOf(text, place(at)),
        why,
      })),
    };
  } catch (error) {
    if (error instanceof QueryFault) throw new QueryFault(error.code, error.message, place(error.at));
    throw error;
  }
}

interface Reading {
  readonly text: string;
  readonly language: QueryLanguage;
  readonly options: ReadQueryOptions;
  readonly rule: RuleBeside;
  readonly partial: boolean;
  readonly remarks: QueryRemark[];
  readonly unread: UnreadPart[];
}

function documentsOf(parsed: ParsedQuery, reading: Reading): readonly RuleObject[] {
  const { language, options, rule, partial, remarks, unread } = reading;
  const beside = besideQuery(parsed, rule);
  unread.push(...beside.unread);
  const { count } = beside;
  const { steps } = parsed;
  const title = options.title ?? `${LANGUAGE_NAMES[language]} query`;
  const counts = count === undefined ? [] : [count, ...(count.others ?? [])];
  const logs = (tree: QueryNode) =>
    options.logsource === undefined ? logsOf(tree, DIALECTS[language].scopes) : [tree];
  // Counts of the same events are of the same rules.
  const sets = new Map(counts.map(({ where }) => [whereKey(where), logs(join('and', [parsed.tree, where ?? ALWAYS]))]));
  const single = steps === undefined ? logs(parsed.tree) : steps.steps.map(({ tree }) => tree);
  const trees = counts.length === 0 ? single : [...sets.values()].flat();
  countTests(trees);
  const base: Omit<BaseReading, 'keys'> = {
    language,
    title,
    ...(options.logsource === undefined ? {} : { logsource: options.logsource }),
    ...(parsed.named === undefined ? {} : { named: parsed.named }),
    index: [...(parsed.index ?? []), ...(rule.index ?? [])],
    partial,
    remarks,
    unread,
  };
  // The events of a sequence are of one host, and so of one system.
  const [usual, ...others] = new Set(trees.flatMap((tree) => likelySystem(tree, base.index) ?? []));
  const shared = steps === undefined || usual === undefined || others.length > 0 ? {} : { usual };
  const basesOf = (each: readonly QueryNode[]) =>
    each.map((tree, index) =>
      readBase(tree, { ...base, ...shared, keys: count?.groupBy ?? steps?.steps[index]?.by ?? [] }),
    );
  const window = () => windowOf(count?.windowSeconds ?? steps?.windowSeconds, count?.at ?? 0, reading);
  if (steps !== undefined) return steppedDocuments(title, basesOf(trees), steps, window(), remarks);
  if (counts.length > 1) {
    const rules = new Map([...sets].map(([key, each]) => [key, basesOf(each)]));
    const counted = counts.map((each) => ({ count: each, bases: rules.get(whereKey(each.where)) ?? [] }));
    return joinedDocuments(title, counted, window(), remarks);
  }
  const bases = basesOf(trees);
  // That a group has one such event, the event itself tells.
  if (count !== undefined && (count.where === undefined || !isPresence(count)))
    return countingDocuments(title, bases, count, window(), remarks);
  return bases.length === 1
    ? bases.map(({ rule: only }) => only)
    : bases.map(({ rule: each }, index) => ({ ...each, title: `${title} (${index + 1} of ${bases.length})` }));
}

const whereKey = (where: QueryNode | undefined): string => (where === undefined ? '' : keyOf(where));

/** The query's own window, or that of the rule's schedule, or the caller's. */
function windowOf(own: number | undefined, at: number, { rule, options, remarks }: Reading): number {
  if (own !== undefined) return own;
  const scheduled = scheduledSeconds(rule);
  const seconds = scheduled ?? options.window ?? WINDOW_SECONDS;
  remarks.push({
    code: 'window_assumed',
    message: `The query counts without a window of its own; the correlation has ${timespanOf(seconds)}${scheduled === undefined ? '' : ', as far as the rule looks back'}.`,
    at,
  });
  return seconds;
}

function countTests(trees: readonly QueryNode[]): void {
  let tests = 0;
  const visit = (node: QueryNode): void => {
    if (node.kind === 'test') tests++;
    else if (node.kind === 'not') visit(node.child);
    else if (node.kind !== 'constant') node.children.forEach(visit);
  };
  trees.forEach(visit);
  if (tests > QUERY_LIMITS.tests)
    throw new QueryFault('TooLarge', `the query has ${tests} tests; ${QUERY_LIMITS.tests} are allowed`, 0);
}

/** Checks the rules with the parser, which has bounds of its own: linear expressions, lengths of names and texts. */
function checkRule(yaml: string): void {
  const [error] = parseSigma(yaml).errors;
  if (error !== undefined) throw unreadable(`the query gives no valid rule: ${error.message}`, 0);
}

function notesOf(text: string, remarks: readonly QueryRemark[], place: (at: number) => number): readonly ReadNote[] {
  const notes = new Map<string, ReadNote>();
  for (const { code, message, at } of remarks) {
    if (!notes.has(message)) notes.set(message, { code, message, ...placeOf(text, place(at)) });
  }
  return [...notes.values()];
}

/** A part of the query, or its line where only the beginning is known; on one line and not long. */
function partOf(text: string, from: number, to: number): string {
  const lineEnd = text.indexOf('\n', from);
  const end = to > from ? to : lineEnd < 0 ? text.length : lineEnd;
  const part = withSingleBlanks(text.slice(from, end));
  return part.length > 200 ? `${part.slice(0, 199)}…` : part;
}

/** Line and column of an offset, from 1. */
function placeOf(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (let index = before.indexOf('\n'); index >= 0; index = before.indexOf('\n', index + 1)) line++;
  return { line, column: at - start + 1 };
}
