import { technique } from '@tripline/attack';
import {
  type DeployFormat,
  deploy,
  INFORMATIVE_NOTES,
  isTargetId,
  type SigmaCollection,
  type SigmaCorrelation,
  SigmaError,
  type SigmaRule,
  type TargetId,
  type TechniqueFacts,
} from '@tripline/sigma';
import { EXIT, UsageError } from '../exit.js';
import { openOutput } from '../output.js';
import { readCollection } from '../rule-collection.js';
import type { ConvertCommandOptions } from './convert-options.js';
import { NoteLog } from './note-log.js';

/** The deployable form of each product. UDM searches have none, since they are typed. */
const FORMS: Readonly<Partial<Record<TargetId, DeployFormat>>> = {
  siem_spl: 'savedsearches',
  siem_kql: 'sentinel-yaml',
  siem_lucene: 'kibana-ndjson',
  siem_dql: 'opensearch-monitor',
  siem_yaral: 'yaral',
};

/** Prints each rule in the form in which its products take rules; gives the exit code. Throws a `UsageError`. */
export function runDeploy(paths: readonly string[], options: ConvertCommandOptions): number {
  const refused = (['pipeline', 'stack', 'index', 'sourcetype', 'table'] as const).find(
    (option) => (options[option]?.length ?? 0) > 0,
  );
  if (refused !== undefined || options.case !== 'safe') {
    throw new UsageError(
      `--format deploy takes no --${refused ?? 'case'}: a deployed rule has the built-in tables and fields, and safe queries`,
    );
  }
  const forms = options.form.length > 0 ? options.form : formsOf(options.target);
  const { collection, files } = readCollection(paths, options);
  const log = new NoteLog(options.notes);
  const output = openOutput(options.output);
  let failures = 0;
  const fail = (place: string, { code, message, line, column }: SigmaError) => {
    failures++;
    process.stderr.write(`${place}${line === undefined ? '' : `:${line}:${column ?? 1}`}: ${code}: ${message}\n`);
  };
  for (const { path, errors, documents } of files) {
    for (const error of errors) fail(path, error);
    for (const document of documents) {
      for (const form of forms) {
        const outcome = deployOne(document, collection, form, options.strict);
        if (!(outcome instanceof SigmaError)) output.write(outcome.endsWith('\n') ? outcome : `${outcome}\n`);
        else if (!options.skipUnsupported) fail(`${path}: ${document.title}: ${form}`, outcome);
        else {
          const { code, message } = outcome;
          log.add({ place: `${path}: ${document.title}`, target: form, kind: `skipped ${code}`, message });
        }
      }
    }
  }
  output.end();
  log.end();
  return failures > 0 ? EXIT.faults : EXIT.ok;
}

function formsOf(targets: readonly string[]): readonly DeployFormat[] {
  const wanted = targets.length === 0 ? (Object.keys(FORMS) as TargetId[]) : targets;
  return wanted.map((id) => {
    const form = isTargetId(id) ? FORMS[id] : undefined;
    if (form === undefined)
      throw new UsageError(`"${id}" is no target with a deployable form; there are ${Object.keys(FORMS).join(', ')}`);
    return form;
  });
}

function deployOne(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  form: DeployFormat,
  isStrict: boolean,
): string | SigmaError {
  try {
    const { text, notes } = deploy(document, collection, form, { techniqueFacts });
    const lost = isStrict ? notes.find(({ code }) => !INFORMATIVE_NOTES.has(code)) : undefined;
    return lost === undefined ? text : new SigmaError('Strict', lost.message);
  } catch (error) {
    if (error instanceof SigmaError) return error;
    throw error;
  }
}

function techniqueFacts(id: string): TechniqueFacts | undefined {
  const found = technique(id);
  return found === undefined ? undefined : { name: found.name, tactics: found.tactics };
}
