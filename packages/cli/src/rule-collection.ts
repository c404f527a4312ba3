import {
  parseSigmaTexts,
  type SigmaCollection,
  type SigmaCorrelation,
  type SigmaDocument,
  type SigmaError,
  type SigmaRule,
  standaloneDocuments,
} from '@tripline/sigma';
import type { Placeholders } from './placeholders.js';
import { type FileNames, type RuleFile, readRuleFiles } from './rule-files.js';

/** The rule files of one call, as the single collection that they are. */
export interface RuleCollection {
  readonly collection: SigmaCollection;
  readonly files: readonly CollectionFile[];
}

/** What one file contributes. */
interface CollectionFile {
  readonly path: string;
  /** The ids of all its documents, filters included. */
  readonly ids: readonly string[];
  readonly errors: SigmaCollection['errors'];
  /** Its rules and correlations that become queries of their own. */
  readonly documents: readonly (SigmaRule | SigmaCorrelation)[];
}

/** Which files are read, and how. */
export interface CollectionOptions {
  /** Files and folders of filters, which are part of the collection. */
  readonly filter: readonly string[];
  /** The names of rule files in folders. */
  readonly filePattern?: FileNames;
  readonly placeholder: Placeholders;
}

/** Reads the rule files of paths as one collection. Throws a `UsageError` for a path that cannot be read. */
export function readCollection(paths: readonly string[], options: CollectionOptions): RuleCollection {
  return joinFiles([...readRuleFiles([...paths, ...options.filter], options.filePattern)], options.placeholder);
}

/**
 * Makes files one collection. An id that two files give is reported on standard error, since a reference to it can mean only the first. A
 * file with a `refusal` holds no rule, and that is its error.
 */
export function joinFiles(
  files: readonly (RuleFile & { readonly refusal?: SigmaError })[],
  placeholders: Placeholders = {},
): RuleCollection {
  const joined = collectFiles(files, placeholders);
  warnOfDuplicates(joined);
  return joined;
}

/** The same without a word on standard error. */
export function collectFiles(
  files: readonly (RuleFile & { readonly refusal?: SigmaError })[],
  placeholders: Placeholders = {},
): RuleCollection {
  const { collection, parts } = parseSigmaTexts(
    files.map(({ text }) => text),
    { placeholders },
  );
  const standalone = new Set<SigmaDocument>(standaloneDocuments(collection));
  return {
    collection,
    files: files.map(({ path, refusal }, index) => {
      const { documents, errors } = parts[index] ?? collection;
      return {
        path,
        ids: documents.flatMap(({ id }) => id ?? []),
        errors: refusal === undefined ? errors : [refusal],
        documents: documents.filter(
          (document): document is SigmaRule | SigmaCorrelation =>
            document.kind !== 'filter' && standalone.has(document),
        ),
      };
    }),
  };
}

function warnOfDuplicates({ files }: RuleCollection): void {
  const firstWith = new Map<string, string>();
  for (const { path, ids } of files) {
    for (const id of ids) {
      const first = firstWith.get(id.toLowerCase());
      if (first === undefined) firstWith.set(id.toLowerCase(), path);
      else process.stderr.write(`${path}: warning: the id ${id} is also in ${first}; references mean that one\n`);
    }
  }
}
