import { CORE_SCHEMA, loadAll, mergeTag } from 'js-yaml';
import { SigmaError } from '../model/error.js';
import { readPlainYaml } from './fast-yaml.js';
import { LIMITS } from './limits.js';
import { exactInt, finiteFloat } from './scalar-types.js';

/** A YAML mapping. Keys may be any text, `__proto__` included, and are always own properties. */
export type Mapping = Readonly<Record<string, unknown>>;

/** Whether a value is a YAML mapping. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One document of a text with its number; only documents with content are counted. */
export interface RawDocument {
  readonly document: number;
  readonly value: unknown;
}

/** YAML 1.2's core schema (`yes` and dates are texts) with merge keys, which public rules use. */
const SCHEMA = CORE_SCHEMA.withTags(mergeTag, exactInt, finiteFloat);
const OPTIONS = {
  schema: SCHEMA,
  maxDepth: LIMITS.yamlDepth,
  maxAliases: LIMITS.aliases,
  maxTotalMergeKeys: LIMITS.mergedKeys,
} as const;

/** A line that ends a document. YAML lets nothing else begin a line in this way, not even block and quoted texts. */
const BOUNDARY = /^(?:---|\.\.\.)(?=[\s]|$)/gm;

/**
 * Parses all documents of a text. A document that is not valid YAML is reported, and the others are parsed. Gives at most `maxDocuments`;
 * more are one TooManyDocuments error.
 */
export function readYaml(text: string, maxDocuments: number): { documents: RawDocument[]; errors: SigmaError[] } {
  const errors: SigmaError[] = [];
  let values: unknown[];
  try {
    values = readPlainYaml(text) ?? loadAll(text, OPTIONS);
  } catch {
    values = readChunks(text, maxDocuments, errors);
  }
  const documents: RawDocument[] = [];
  for (const value of values) {
    if (value === null || value === undefined) continue;
    const document = documents.length;
    documents.push({ document, value });
  }
  if (documents.length > maxDocuments) {
    errors.push(
      new SigmaError('TooManyDocuments', `the text holds more than ${maxDocuments} documents`, {
        document: maxDocuments,
      }),
    );
    documents.length = maxDocuments;
  }
  return { documents: documents.filter(({ value }) => value !== FAULTY), errors };
}

/** Takes the place of a document that could not be parsed, so that the others keep their numbers. */
const FAULTY = Symbol('faulty');

/** Splits a text at document boundaries into chunks with their offsets. */
export function splitDocuments(text: string): { readonly text: string; readonly offset: number }[] {
  const chunks: { text: string; offset: number }[] = [];
  let from = 0;
  for (const match of text.matchAll(BOUNDARY)) {
    chunks.push({ text: text.slice(from, match.index), offset: from });
    from = match.index;
  }
  chunks.push({ text: text.slice(from), offset: from });
  return chunks;
}

function readChunks(text: string, maxDocuments: number, errors: SigmaError[]): unknown[] {
  const values: unknown[] = [];
  for (const chunk of splitDocuments(text)) {
    // One more than allowed is parsed, so that the caller can see that there are too many.
    if (values.length > maxDocuments) break;
    try {
      for (const value of loadAll(chunk.text, OPTIONS)) if (value !== null && value !== undefined) values.push(value);
    } catch (error) {
      errors.push(yamlError(error, text, chunk.offset, values.length));
      values.push(FAULTY);
    }
  }
  return values;
}

function yamlError(error: unknown, text: string, offset: number, document: number): SigmaError {
  const reason = reasonOf(error);
  const position = positionOf(error);
  const place = position === undefined ? {} : lineAndColumn(text, offset + position);
  if (reason.includes('aliases')) return new SigmaError('TooManyAliases', `${reason}`, { document, ...place });
  if (['depth', 'call stack'].some((part) => reason.toLowerCase().includes(part))) {
    return new SigmaError('TooDeep', `the document nests deeper than ${LIMITS.yamlDepth}`, { document, ...place });
  }
  return new SigmaError('InvalidYaml', `the document is not valid YAML: ${reason}`, { document, ...place });
}

function reasonOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'reason' in error && typeof error.reason === 'string') {
    return error.reason;
  }
  return error instanceof Error ? error.message : String(error);
}

function positionOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('mark' in error)) return undefined;
  const { mark } = error;
  if (typeof mark !== 'object' || mark === null || !('position' in mark)) return undefined;
  return typeof mark.position === 'number' ? mark.position : undefined;
}

/** The 1-based line and column of an offset. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}
