import { SigmaError } from '../model/error.js';
import type { Logsource } from '../model/rule.js';
import { parseSigma } from '../parse/collection.js';
import type { QueryLanguage } from '../query/language.js';
import { QUERY_LIMITS, QueryFault, unreadable } from '../query/query-fault.js';
import type { ParsedQuery, QueryNode, QueryRemark, ReadNoteCode } from '../query/query-tree.js';
import type { RuleObject } from '../write/rule-object.js';
import { stringifySigma } from '../write/stringify.js';
import { writeDetection } from './detection.js';
import { DIALECTS } from './dialects.js';
import { findLogsource, systemOfValues, withoutScope } from './logsource.js';
import { nativeFields } from './native-fields.js';
import { toSigmaFields } from './sigma-tree.js';

/** Options of reading a query. */
export interface ReadQueryOptions {
  /** Where the query's events come from. With it, the log source that the query names is ignored. */
  readonly logsource?: Logsource;
  /** The rule's title; by default it names the language. */
  readonly title?: string;
}

/** A remark for the reader of the rule on how it was read, with its place in the query (from 1). */
interface ReadNote {
  readonly code: ReadNoteCode;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** The rule read from a query, or why there is none. */
export type QueryReading =
  | {
      readonly ok: true;
      /** Title, log source and detection; the caller adds what it knows of the query's author and purpose. */
      readonly rule: RuleObject;
      /** The same as canonical YAML, which `parseSigma` accepts. */
      readonly yaml: string;
      readonly logsource: Logsource;
      readonly notes: readonly ReadNote[];
    }
  | { readonly ok: false; readonly error: SigmaError };

const LANGUAGE_NAMES: Readonly<Record<QueryLanguage, string>> = {
  kql: 'KQL',
  spl: 'SPL',
  lucene: 'Lucene',
  eql: 'EQL',
};

/**
 * Reads a SIEM query back into a Sigma rule. Table, index or event type become the log source; the product's fields become Sigma's by the
 * same maps that {@link convert} uses; exclusions become filters. The rule never matches less than the query; where it matches more, a note
 * says so. Never throws. Refused, with line and column: a query that counts, joins, computes or looks for a sequence, which no rule on
 * single events can express (`UnreadableQuery`); one that breaks its language's rules (`InvalidQuery`); one whose log is unknown
 * (`UnknownLogsource`); one longer than 262,144 characters (`TooLarge`) or nested deeper than 64 (`TooDeep`). Takes linear time.
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
  const { parse, scopes, defaultFamily } = DIALECTS[language];
  const parsed = parse(text);
  countTests(parsed.tree);
  const remarks: QueryRemark[] = [...parsed.remarks];
  const found =
    options.logsource === undefined
      ? foundLogsource(parsed, language, remarks)
      : {
          logsource: options.logsource,
          family: defaultFamily,
          rest: withoutScope(parsed.tree, scopes(), options.logsource),
        };
  if (found.rest.kind === 'constant') {
    throw unreadable(
      found.rest.value
        ? 'the query tests nothing of its events; a rule needs a condition'
        : 'no event satisfies the query',
      0,
    );
  }
  const system = found.logsource.product ?? systemOfValues(found.rest);
  const separator = system === 'linux' || system === 'macos' ? '/' : '\\';
  const tree = toSigmaFields(found.rest, nativeFields(found.family, found.logsource), separator, remarks);
  const rule: RuleObject = {
    title: options.title ?? `${LANGUAGE_NAMES[language]} query`,
    status: 'experimental',
    logsource: { ...found.logsource },
    detection: writeDetection(tree),
  };
  const yaml = stringifySigma(rule);
  checkRule(yaml);
  return { rule, yaml, logsource: found.logsource, notes: notesOf(text, remarks) };
}

function foundLogsource({ tree }: ParsedQuery, language: QueryLanguage, remarks: QueryRemark[]) {
  const found = findLogsource(tree, DIALECTS[language].scopes(), () => systemOfValues(tree));
  if (found === undefined) {
    throw new QueryFault('UnknownLogsource', DIALECTS[language].unknown(tree), 0);
  }
  const name = [found.logsource.product, found.logsource.category, found.logsource.service]
    .filter((part) => part !== undefined)
    .join('/');
  if (found.certainty === 'narrowed') {
    remarks.push({
      code: 'logsource_narrowed',
      message: `The query leaves open which of the log's events it means; the rule looks at those of ${name}.`,
      at: 0,
    });
  } else if (found.certainty === 'assumed') {
    remarks.push({
      code: 'logsource_assumed',
      message: `The query does not name its log; by its fields it is ${name}.`,
      at: 0,
    });
  }
  for (const { field, at } of found.leftOut) {
    remarks.push({
      code: 'widened',
      message: `${field} names the kind of event; the rule looks at all kinds that ${name} has.`,
      at,
    });
  }
  return found;
}

function countTests(tree: QueryNode): void {
  let tests = 0;
  const visit = (node: QueryNode): void => {
    if (node.kind === 'test') tests++;
    else if (node.kind === 'not') visit(node.child);
    else if (node.kind !== 'constant') node.children.forEach(visit);
  };
  visit(tree);
  if (tests > QUERY_LIMITS.tests)
    throw new QueryFault('TooLarge', `the query has ${tests} tests; ${QUERY_LIMITS.tests} are allowed`, 0);
}

/** Checks the rule with the parser, which has bounds of its own: linear expressions, lengths of names and texts. */
function checkRule(yaml: string): void {
  const [error] = parseSigma(yaml).errors;
  if (error !== undefined) throw unreadable(`the query gives no valid rule: ${error.message}`, 0);
}

function notesOf(text: string, remarks: readonly QueryRemark[]): readonly ReadNote[] {
  const notes = new Map<string, ReadNote>();
  for (const { code, message, at } of remarks) {
    if (!notes.has(message)) notes.set(message, { code, message, ...placeOf(text, at) });
  }
  return [...notes.values()];
}

/** Line and column of an offset, from 1. */
function placeOf(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (let index = before.indexOf('\n'); index >= 0; index = before.indexOf('\n', index + 1)) line++;
  return { line, column: at - start + 1 };
}
