import {
  type Conversion,
  type ConvertOptions,
  convert,
  parsePipeline,
  parseSigma,
  SigmaError,
  type SigmaRule,
  type TargetId,
} from '@tripline/sigma';

/** A conversion of the first document of a text, which must be sound. */
export function conversionOf(rule: string, target: TargetId, options: ConvertOptions): Conversion {
  const collection = parseSigma(rule);
  expect(collection.errors).toEqual([]);
  return convert(collection.documents[0] as SigmaRule, collection, target, options);
}

/** A rule about process starts with one selection, `{ … }`. */
export function ruleWith(selection: string, header = ''): string {
  return `title: Probe\n${header}logsource: { category: process_creation, product: windows }\ndetection:\n  selection: ${selection}\n  condition: selection\n`;
}

/** The Splunk search of a selection under entries of a pipeline, without built-in maps. Each entry is a flow map. */
export function searchWith(entries: string, selection: string, header = ''): string {
  const made = conversionOf(ruleWith(selection, header), 'siem_spl', {
    pipeline: 'none',
    pipelines: [parsePipeline(`${VARIABLES}transformations:\n${entries}`)],
  });
  if (!made.ok) throw made.error;
  return made.queries.join('\n');
}

const VARIABLES = 'vars: { admins: [alice, "b*"], host: "100%" }\n';

/** The error of an action that throws a SigmaError. */
export function errorOf(action: () => unknown): SigmaError {
  try {
    action();
  } catch (error) {
    if (error instanceof SigmaError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
