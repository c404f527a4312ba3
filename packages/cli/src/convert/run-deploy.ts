import { technique } from '@tripline/attack';
import {
  DEFAULT_TARGET_IDS,
  DEPLOY_FORMATS,
  type DeployFormat,
  type Deployment,
  type DeployOptions,
  deploy,
  INFORMATIVE_NOTES,
  isOwnFormat,
  type SigmaCollection,
  type SigmaCorrelation,
  SigmaError,
  type SigmaRule,
  type TargetId,
  type TechniqueFacts,
  targetOfForm,
} from '@tripline/sigma';
import { EXIT, UsageError } from '../exit.js';
import { openOutput } from '../output.js';
import { type RuleCollection, readCollection } from '../rule-collection.js';
import type { ConvertCommandOptions } from './convert-options.js';
import { readPipelines, targetSettings } from './field-names.js';
import { finalizedTargets } from './finalized.js';
import { NoteLog } from './note-log.js';
import { asBundle, bundleTarget, runBundle } from './run-bundle.js';

/** Prints each rule in the form in which its products take rules; gives the exit code. Throws a `UsageError`. */
export function runDeploy(paths: readonly string[], options: ConvertCommandOptions): number {
  const forms = options.form.length > 0 ? options.form : formsOf(options.target);
  const targets = forms.map(targetOfForm).filter((target) => target !== undefined);
  const settings = deploySettings(forms, targets, options);
  const target = bundleTarget(paths, forms, options.output);
  if (options.prune && target?.kind !== 'folder') throw new UsageError('--prune goes with -o DIR/');
  const rules = readCollection(paths, options);
  if (target !== undefined) return runBundle(rules, target, options, settings);
  return printForms(rules, forms, settings, options);
}

/** What the forms are written with. Throws a `UsageError` where the pipelines and the forms do not go together. */
function deploySettings(
  forms: readonly DeployFormat[],
  targets: readonly TargetId[],
  options: ConvertCommandOptions,
): DeployOptions {
  const names = readPipelines(options.pipeline);
  if (finalizedTargets(targets, names.pipelines ?? []).length > 0) {
    throw new UsageError(
      'a pipeline joins queries by finalizers, which a deployable form of each rule has no place for; take them out, or use --format text',
    );
  }
  const own = forms.find(isOwnFormat);
  if (own !== undefined && names.pipelines !== undefined)
    throw new UsageError(`${own} keeps the rule's own field names, so no pipeline applies to it; take out --pipeline`);
  const settingsOf = targetSettings([...new Set(targets)], options);
  return {
    techniqueFacts,
    keepLevel: options.keepLevel,
    ...(options.channel === undefined ? {} : { channel: options.channel }),
    ...(options.enterpriseSecurity ? { enterpriseSecurity: true } : {}),
    conversion: (target) => ({ ...names, ...settingsOf(target), casing: options.case }),
  };
}

/** Writes each rule in each form to the output, one after the other; gives the exit code. */
function printForms(
  { collection, files }: RuleCollection,
  forms: readonly DeployFormat[],
  settings: DeployOptions,
  options: ConvertCommandOptions,
): number {
  const log = new NoteLog(options.notes);
  const printed: string[] = [];
  let failures = 0;
  const fail = (place: string, { code, message, line, column }: SigmaError) => {
    failures++;
    process.stderr.write(`${place}${line === undefined ? '' : `:${line}:${column ?? 1}`}: ${code}: ${message}\n`);
  };
  for (const { path, errors, documents } of files) {
    for (const error of errors) fail(path, error);
    for (const document of documents) {
      for (const form of forms) {
        const outcome = deployOne(document, collection, form, settings, options.strict);
        const place = `${path}: ${document.title}`;
        if (!(outcome instanceof SigmaError)) {
          printed.push(outcome.text.endsWith('\n') ? outcome.text : `${outcome.text}\n`);
          log.addNotes(place, form, outcome.notes);
        } else if (!options.skipUnsupported) fail(`${place}: ${form}`, outcome);
        else log.add({ place, target: form, kind: `skipped ${outcome.code}`, message: outcome.message });
      }
    }
  }
  const text = forms.length === 1 ? oneDocument(forms[0] as DeployFormat, printed) : printed.join('');
  const output = openOutput(options.output);
  output.write(text);
  output.end();
  log.end();
  return failures > 0 ? EXIT.faults : EXIT.ok;
}

/** Forms of which several make one text without anything between them. */
const ONE_AFTER_THE_OTHER: ReadonlySet<DeployFormat> = new Set([
  'kibana-ndjson',
  'kibana-lucene',
  'kibana-esql',
  'yaral',
  'metric-filter',
]);

/** Rules of one form as one text that its product takes. Throws a `UsageError` where they are none one after the other. */
function oneDocument(form: DeployFormat, texts: readonly string[]): string {
  const isOne = texts.length < 2;
  if (isOne || ONE_AFTER_THE_OTHER.has(form)) return texts.join('');
  if (form === 'sentinel-yaml' || form === 'logscale-search' || form === 'opensearch-sigma') return texts.join('---\n');
  if (form === 'savedsearches') {
    const names = texts.map((text) => text.slice(0, text.indexOf('\n')).toLowerCase());
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice === undefined) return texts.join('');
    throw new UsageError(
      `two rules are the stanza ${twice}, of which Splunk would keep one; ${asBundle(form)}, which tells them apart`,
    );
  }
  throw new UsageError(`${texts.length} rules one after the other are no JSON; ${asBundle(form)}`);
}

/** The first form of each target. UDM searches have none, since they are typed. */
function formsOf(targets: readonly string[]): readonly DeployFormat[] {
  const forms = new Map<string | undefined, DeployFormat>();
  for (const form of DEPLOY_FORMATS) {
    const target = targetOfForm(form);
    if (target !== undefined && !forms.has(target)) forms.set(target, form);
  }
  if (targets.length === 0) return DEFAULT_TARGET_IDS.flatMap((id) => forms.get(id) ?? []);
  return targets.map((id) => {
    const form = forms.get(id);
    if (form === undefined)
      throw new UsageError(`"${id}" is no target with a deployable form; there are ${[...forms.keys()].join(', ')}`);
    return form;
  });
}

function deployOne(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  form: DeployFormat,
  settings: DeployOptions,
  isStrict: boolean,
): Deployment | SigmaError {
  try {
    const deployment = deploy(document, collection, form, settings);
    const lost = isStrict ? deployment.notes.find(({ code }) => !INFORMATIVE_NOTES.has(code)) : undefined;
    return lost === undefined ? deployment : new SigmaError('Strict', lost.message);
  } catch (error) {
    if (error instanceof SigmaError) return error;
    throw error;
  }
}

function techniqueFacts(id: string): TechniqueFacts | undefined {
  const found = technique(id);
  return found === undefined ? undefined : { name: found.name, tactics: found.tactics };
}
