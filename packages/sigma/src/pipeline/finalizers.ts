import { dump } from 'js-yaml';
import type { Finalizer, ProcessingPipeline } from './model.js';
import type { Parameters } from './parameters.js';

/** Deepest indentation of a JSON or YAML output. */
const INDENT_MAX = 16;

/** What can be made of all queries together, by type; `readFinalizers` reads those of `nested`. */
export const FINALIZERS: Readonly<
  Record<string, (parameters: Parameters, readFinalizers: (list: unknown) => readonly Finalizer[]) => Finalizer>
> = {
  concat(parameters) {
    const separator = parameters.optionalText('separator') ?? '\n';
    const prefix = parameters.optionalText('prefix') ?? '';
    const suffix = parameters.optionalText('suffix') ?? '';
    return (queries) => prefix + queries.join(separator) + suffix;
  },
  json(parameters) {
    const indent = readIndent(parameters);
    return (queries) => JSON.stringify(queries, undefined, indent);
  },
  yaml(parameters) {
    const indent = readIndent(parameters) ?? 2;
    return (queries) => dump([...queries], { indent, lineWidth: -1 });
  },
  nested(parameters, readFinalizers) {
    const finalizers = readFinalizers(parameters.raw('finalizers'));
    return (queries) => inTurn(finalizers, queries).join('\n');
  },
};

/**
 * The one text that the finalizers of pipelines make of all queries of a conversion, in the order of the pipelines' priorities; each works
 * on what the one before it made. Undefined where no pipeline has any, so that the queries stay apart.
 */
export function finalizeQueries(
  queries: readonly string[],
  pipelines: readonly ProcessingPipeline[],
): string | undefined {
  const finalizers = [...pipelines]
    .sort((left, right) => left.priority - right.priority)
    .flatMap((each) => each.finalizers);
  return finalizers.length === 0 ? undefined : inTurn(finalizers, queries).join('\n');
}

function inTurn(finalizers: readonly Finalizer[], queries: readonly string[]): readonly string[] {
  let texts = queries;
  for (const finalize of finalizers) texts = [finalize(texts)];
  return texts;
}

function readIndent(parameters: Parameters): number | undefined {
  const indent = parameters.integer('indent');
  if (indent !== undefined && (indent < 1 || indent > INDENT_MAX)) {
    throw parameters.fault(`indent is a number from 1 to ${INDENT_MAX}`, 'indent');
  }
  return indent;
}
