import { extname, isAbsolute, relative, resolve, sep } from 'node:path';
import {
  type Bundle,
  type BundleItem,
  bundle,
  type DeployFormat,
  type DeployOptions,
  ONE_FILE_FORMATS,
  type SigmaError,
} from '@tripline/sigma';
import { counted } from '../counted.js';
import { EXIT, UsageError } from '../exit.js';
import type { RuleCollection } from '../rule-collection.js';
import type { ConvertCommandOptions } from './convert-options.js';
import { NoteLog } from './note-log.js';
import { isFolder, OutputFolder, writeArtefact } from './output-folder.js';

/** Endings of the one file that holds all rules of a format. */
const ARTEFACT_ENDINGS: Readonly<Partial<Record<DeployFormat, readonly string[]>>> = {
  savedsearches: ['.tgz', '.spl'],
  'sentinel-arm': ['.json'],
  'kibana-ndjson': ['.ndjson'],
  'kibana-lucene': ['.ndjson'],
  'kibana-esql': ['.ndjson'],
  'cortex-rule': ['.json'],
  'splunk-terraform': ['.json'],
  'sentinel-terraform': ['.json'],
  'kibana-terraform': ['.json'],
  eventbridge: ['.json'],
  'metric-filter': ['.json'],
};

/** Forms in YAML, which a run over their folder would read as rules. */
const READ_AS_RULES: ReadonlySet<DeployFormat> = new Set(['sentinel-yaml', 'logscale-search', 'opensearch-sigma']);

/** Where a bundle goes: a folder, or the one file that the product takes. */
export interface BundleTarget {
  readonly kind: 'folder' | 'file';
  readonly path: string;
  readonly form: DeployFormat;
}

/** What `--output` asks for, where that is a bundle. Throws a `UsageError` for a folder and several forms. */
export function bundleTarget(
  paths: readonly string[],
  forms: readonly DeployFormat[],
  output: string | undefined,
): BundleTarget | undefined {
  if (output === undefined) return undefined;
  const [form] = forms;
  if (isFolder(output)) {
    if (form === undefined || forms.length > 1)
      throw new UsageError(`a folder takes one form: name it with --format, such as -f ${form ?? 'savedsearches'}`);
    const inside = READ_AS_RULES.has(form) ? paths.find((path) => holds(path, output)) : undefined;
    if (inside !== undefined)
      throw new UsageError(
        `${output} is in ${inside}: the next run would read what this one writes as rules; choose another folder`,
      );
    return { kind: 'folder', path: output, form };
  }
  const endings = form === undefined || forms.length > 1 ? undefined : ARTEFACT_ENDINGS[form];
  if (form === undefined || endings?.includes(extname(output).toLowerCase()) !== true) return undefined;
  return { kind: 'file', path: output, form };
}

/** Whether a folder of rules is, or holds, another folder. */
function holds(path: string, folder: string): boolean {
  if (!isFolder(path)) return false;
  const way = relative(resolve(path), resolve(folder));
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** Writes what the product takes of the rules, and says of how many; gives the exit code. Throws a `UsageError`. */
export function runBundle(
  { collection, files }: RuleCollection,
  { kind, path, form }: BundleTarget,
  options: ConvertCommandOptions,
  settings: DeployOptions,
): number {
  const documents = files.flatMap(({ path: from, documents }) =>
    documents.map((document) => ({ document, place: `${from}: ${document.title}` })),
  );
  const items = documents.map(({ document }): BundleItem => ({ document, collection }));
  const made = bundle(form, items, { ...settings, strict: options.strict });
  const unread = files.flatMap(({ path: from, errors }) => errors.map((error) => faultLine(from, error)));
  const refused = made.outcomes.flatMap((outcome, at) =>
    outcome.ok ? [] : [faultLine(documents[at]?.place ?? '', outcome.error)],
  );
  const log = new NoteLog(options.notes);
  for (const [at, outcome] of made.outcomes.entries()) {
    if (!outcome.ok) continue;
    const place = documents[at]?.place ?? '';
    log.addNotes(place, form, outcome.notes);
    if (outcome.remark !== undefined) log.add({ place, target: form, kind: 'told apart', message: outcome.remark });
  }
  log.end();
  sayHowMany(documents.length + unread.length, [...unread, ...refused]);
  const isWhole =
    kind === 'folder'
      ? intoFolder(path, form, made, items, { prune: options.prune, unread: unread.length })
      : intoFile(path, form, made);
  const failed = unread.length > 0 || (refused.length > 0 && !options.skipUnsupported);
  return failed || !isWhole ? EXIT.faults : EXIT.ok;
}

/** Writes a bundle's files into a folder, and says what became of them. @returns whether all of them could be written */
function intoFolder(
  folder: string,
  format: DeployFormat,
  made: Bundle,
  items: readonly BundleItem[],
  { prune, unread }: { readonly prune: boolean; readonly unread: number },
): boolean {
  const rulesOf = (name: string) =>
    made.outcomes.flatMap((outcome, at) => {
      if (!outcome.ok || outcome.file !== name) return [];
      const { id, version } = outcome.identity;
      return [{ id: id ?? null, title: items[at]?.document.title ?? '', version }];
    });
  const output = new OutputFolder(folder);
  const report = output.write(
    format,
    made.files.map((file) => ({ ...file, rules: rulesOf(file.name) })),
  );
  const removed = prune && unread === 0 ? output.prune(format) : undefined;
  output.end();
  const lines = [
    `${folder}: ${counted(report.written, 'file')} written, ${report.unchanged} unchanged`,
    ...report.refused.map(({ name, why }) => `${name} is not overwritten: ${why}`),
    ...(removed?.deleted ?? []).map((name) => `${name} is deleted: no rule gives it any more`),
    ...(removed?.kept ?? []).map((name) => `${name} is kept: no rule gives it any more, but somebody changed it`),
    ...(removed === undefined
      ? report.gone.map((name) => `${name}: no rule gives it any more${prune ? '' : '; --prune deletes it'}`)
      : []),
    ...(prune && removed === undefined ? ['nothing is deleted, since some rules could not be read'] : []),
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
  return report.refused.length === 0;
}

function intoFile(path: string, form: DeployFormat, { files }: Bundle): boolean {
  const [file, ...others] = files;
  if (file === undefined) return true;
  if (others.length > 0)
    throw new UsageError(
      `${form} takes ${files.length} files for so many rules: write them into a folder with -o DIR/`,
    );
  writeArtefact(path, file.bytes);
  return true;
}

function sayHowMany(of: number, cannot: readonly string[]): void {
  const can = of - cannot.length;
  const reasons = cannot.map((line) => `  ${line}\n`).join('');
  const rest = cannot.length === 0 ? '\n' : `; ${cannot.length} cannot:\n${reasons}`;
  process.stderr.write(`${can} of ${of} can${rest}`);
}

function faultLine(place: string, { code, message, line, column }: SigmaError): string {
  return `${place}${line === undefined ? '' : `:${line}:${column ?? 1}`}: ${code}: ${message}`;
}

/** Advice where rules one after the other are no document that a product takes. */
export function asBundle(form: DeployFormat): string {
  const [ending] = ONE_FILE_FORMATS.has(form) ? (ARTEFACT_ENDINGS[form] ?? []) : [];
  return `write them with -o DIR/${ending === undefined ? '' : ` or -o FILE${ending}`}`;
}
