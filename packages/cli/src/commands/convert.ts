import type { Logsource, QueryLanguage } from '@tripline/sigma';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { ConvertCommandOptions, ConvertFormat } from '../convert/convert-options.js';
import { type SetExitCode, UsageError } from '../exit.js';
import { knownNames } from '../nearest.js';
import { collectPlaceholder } from '../placeholders.js';
import { namePattern } from '../rule-files.js';
import { sigmaCliHint } from '../sigma-cli.js';

/**
 * `tripline convert`: rules to queries, or with `--from` queries to rules and then to other languages. Exit code 1 when a document could
 * not be converted.
 */
export function convertCommand(setExitCode: SetExitCode): Command {
  const command = new Command('convert')
    .description('convert Sigma rules to the query languages of SIEM products, or queries to Sigma rules')
    .argument('<path...>', 'rule files (with --from query files) and folders, - for standard input');
  // In this order they are listed.
  for (const add of [addTargetOptions, addFormOptions, addReadingOptions, addRuleOptions]) add(command);
  return command.action(async (paths: string[], given: GivenOptions) => setExitCode(await run(paths, given)));
}

/** Which languages are written, and how the data is called there. */
function addTargetOptions(command: Command): void {
  command
    .option(
      '-t, --target <id>',
      'target language; may be given several times (default: the six of tripline list targets)',
      collect,
      [],
    )
    .option(
      '-p, --pipeline <name or path>',
      "processing pipeline in pySigma's format, a file or folder; default: the built-in tables and fields; none: the bare logic; may be given several times",
      collectPath,
      [],
    )
    .option(
      '--stack <id>',
      'where the data is and how its fields are called (see tripline list stacks); one for each target',
      collectPath,
      [],
    )
    .option('--index <name>', 'index of the events, in languages that name one')
    .option('--sourcetype <name>', 'source type of the events, in SPL')
    .option('--table <name>', 'table of the events in KQL, in place of the one that the map names')
    .addOption(windowsOption())
    .option('--strict', 'fail where the target cannot say exactly what the rule says', false);
}

/** The form in which queries are written, and where to. */
function addFormOptions(command: Command): void {
  command
    .option(
      '-f, --format <name>',
      'text, json, jsonl, deploy, or a deployable form such as sentinel-arm (see tripline list formats)',
      'text',
    )
    .option(
      '-o, --output <path>',
      'where to write (default: standard output); with a deployable form a folder (DIR/), or the one file that the product takes',
    )
    .option('--prune', 'with -o DIR/: delete files that an earlier run wrote and no rule gives any more', false)
    .option(
      '--form <name>',
      'with --format deploy: sentinel-arm, eventbridge …; may be given several times',
      collectPath,
      [],
    )
    .option(
      '--keep-level',
      "with a deployable form: keep the rule's level where the query finds more than the rule",
      false,
    )
    .option(
      '--enterprise-security',
      'with savedsearches: each row becomes a finding of Splunk Enterprise Security; so it is with --stack cim',
      false,
    )
    .option('--channel <id>', 'with opensearch-monitor: the notification channel that monitors tell');
}

/** Letter case, and how queries are read. */
function addReadingOptions(command: Command): void {
  command
    .addOption(caseOption())
    .addOption(fromOption())
    .option(
      '--logsource <parts>',
      'with --from, where the query does not say it: product=windows,category=process_creation',
      logsourceParts,
    )
    .option(
      '--macros <file>',
      'with --from spl: macros.conf, or macros of the Splunk security content (YAML, JSON lines)',
    )
    .option('--partial', 'with --from: read what a rule can say, and print what it cannot', false)
    .option(
      '--window <timespan>',
      'with --from: window of a query that counts without one, such as 15m (default: 1h)',
      timespan,
    );
}

/** Which rules are taken, and what is told of them. */
function addRuleOptions(command: Command): void {
  command
    .option('--filter <path>', 'file or folder of Sigma filters; may be given several times', collectPath, [])
    .option('-P, --file-pattern <glob>', 'names of rule files in folders (default: *.yml and *.yaml)', namePattern)
    .option(
      '--placeholder <name=value>',
      'value of a placeholder, or name=@file with one a line; may be given several times',
      collectPlaceholder,
      {},
    )
    .option('-s, --skip-unsupported', 'leave out rules that a target cannot say, instead of failing', false)
    .option('--notes', 'print every note with its rule, not only how many there are of each kind', false)
    .option('--stats', 'print counts, seconds and rules per second to standard error', false);
}

const windowsOption = (): Option =>
  new Option(
    '--windows <kind>',
    'how correlations count in SPL and KQL: sliding: in windows that begin at an event (default); fixed: in windows of the clock, cheaper',
  ).choices(['sliding', 'fixed']);

const caseOption = (): Option =>
  new Option('--case <name>', 'safe: match any letter case; plain: the short case-sensitive form where there is one')
    .choices(['safe', 'plain'])
    .default('safe');

const fromOption = (): Option =>
  new Option(
    '--from <language>',
    'read queries (kql, spl, lucene, eql, esql, yaral; one a file) instead of rules; without --target the Sigma rules are printed',
  ).argParser(queryLanguage);

/** The options as they are given: which formats and forms there are, is looked up when the command runs. */
type GivenOptions = Omit<ConvertCommandOptions, 'format' | 'form'> & {
  readonly format: string;
  readonly form: readonly string[];
};

/** Runs what the options ask for, and gives the exit code. Only its code is loaded. */
async function run(paths: readonly string[], given: GivenOptions): Promise<number> {
  const options = { ...given, ...(await readFormat(given)) };
  refuseContradictions(options);
  if (options.from !== undefined && (options.target.length === 0 || options.format === 'deploy')) {
    const { runRead } = await import('../convert/run-read.js');
    return runRead(paths, options.from, options);
  }
  if (options.format === 'deploy') {
    const { runDeploy } = await import('../convert/run-deploy.js');
    return runDeploy(paths, options);
  }
  const { runConvert } = await import('../convert/run-convert.js');
  return runConvert(paths, { ...options, format: options.format });
}

/** Throws a `UsageError` for options that do not go together. */
function refuseContradictions(options: ConvertCommandOptions): void {
  if (options.logsource !== undefined && options.from === undefined) {
    throw new UsageError('--logsource goes with --from: a rule names its log source itself');
  }
  if (options.from === undefined && (options.macros !== undefined || options.partial || options.window !== undefined)) {
    throw new UsageError('--macros, --partial and --window go with --from: they say how queries are read');
  }
  if (options.macros !== undefined && options.from !== 'spl') throw new UsageError('--macros goes with --from spl');
  if (options.prune && (options.format !== 'deploy' || options.from !== undefined)) {
    throw new UsageError('--prune goes with a deployable form and -o DIR/');
  }
}

const FORMATS: Readonly<Record<ConvertFormat, true>> = { text: true, json: true, jsonl: true, deploy: true };

/** The format as given; the name of a deployable form means `deploy` with that form. Throws a `UsageError` for a name of neither. */
async function readFormat({ format, form }: GivenOptions): Promise<Pick<ConvertCommandOptions, 'format' | 'form'>> {
  // What reads or writes rules needs its code in any case.
  const { DEPLOY_FORMATS, isDeployFormat } = await import('@tripline/sigma');
  const unknown = (what: string, name: string, known: readonly string[]): UsageError =>
    new UsageError(`there is no ${what} "${name}"; ${sigmaCliHint('formats', name) ?? knownNames(name, known)}`);
  const forms = form.map((name) => {
    if (isDeployFormat(name)) return name;
    throw unknown('deployable form', name, DEPLOY_FORMATS);
  });
  if (isDeployFormat(format)) return { format: 'deploy', form: [...forms, format] };
  if (isFormat(format)) return { format, form: forms };
  throw unknown('format', format, [...Object.keys(FORMATS), ...DEPLOY_FORMATS]);
}

const isFormat = (name: string): name is ConvertFormat => Object.hasOwn(FORMATS, name);

function collectPath(path: string, paths: readonly string[]): readonly string[] {
  return [...paths, path];
}

/**
 * The languages of `packages/sigma`. They are repeated here because its code is loaded only when the command runs; the type checks them
 * against its list.
 */
const LANGUAGES: Readonly<Record<QueryLanguage, true>> = {
  kql: true,
  spl: true,
  lucene: true,
  eql: true,
  esql: true,
  yaral: true,
};

function queryLanguage(name: string): QueryLanguage {
  if (!Object.hasOwn(LANGUAGES, name))
    throw new InvalidArgumentError(`There are ${Object.keys(LANGUAGES).join(', ')}.`);
  return name as QueryLanguage;
}

function timespan(text: string): number {
  const found = /^(\d{1,6})([smhd])$/.exec(text);
  const seconds =
    found === null
      ? 0
      : Number(found[1]) * ({ s: 1, m: 60, h: 3600, d: 86_400 }[found[2] as 's' | 'm' | 'h' | 'd'] as number);
  if (seconds === 0) throw new InvalidArgumentError('Write a number and one of s, m, h, d, such as 15m.');
  return seconds;
}

function logsourceParts(text: string): Logsource {
  const logsource: Record<string, string> = {};
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=');
    if (!['product', 'category', 'service'].includes(name.trim()) || value.trim() === '') {
      throw new InvalidArgumentError('Write product=…,category=…,service=…, at least one of them.');
    }
    logsource[name.trim()] = value.trim();
  }
  return logsource;
}

function collect(id: string, ids: readonly string[]): readonly string[] {
  if (id === '') throw new InvalidArgumentError('Name a target.');
  return [...ids, id];
}
