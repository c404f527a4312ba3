import { withoutEnd } from '../characters.js';
import type { DataPlace } from '../convert/field-maps.js';
import { INFORMATIVE_NOTES, type Note } from '../convert/note.js';
import { type ConvertOptions, convert, type OpenConversion, openConversion } from '../convert.js';
import { SigmaError } from '../model/error.js';
import type { Level, SigmaCollection, SigmaCorrelation, SigmaRule } from '../model/rule.js';
import { describedTarget, TARGET_IDS, type TargetForm, type TargetId } from '../targets/index.js';
import { cortexNotes, toCortexRule } from './cortex.js';
import { type Deployable, deployable } from './counted.js';
import { departed, departureOf } from './departure.js';
import { type RuleIdentity, ruleVersion } from './identity.js';
import { kibanaCounts, kibanaLanguage, kibanaLuceneLanguage, kibanaNotes, toKibanaNdjson } from './kibana.js';
import { logScaleNotes, toLogScaleSearch } from './logscale.js';
import type { Kind } from './monitor-temporal.js';
import { NotCounted } from './not-counted.js';
import { monitorNotes, toOpenSearchMonitor } from './opensearch-monitor.js';
import { isOwnFormat, OWN_FORMS, type OwnFormat } from './own-forms.js';
import { toSavedSearch } from './savedsearches.js';
import { nothingSaid } from './says-nothing.js';
import { toSentinelArm, toSentinelYaml } from './sentinel.js';
import { toKibanaTerraform, toSentinelTerraform, toSplunkTerraform } from './terraform.js';
import type { TechniqueFacts } from './threat.js';

/** One deployable form, for example `sentinel-arm`. */
export type DeployFormat = TargetForm | OwnFormat;

/** The forms in which products take a whole rule, not only its query. */
export const DEPLOY_FORMATS: readonly [DeployFormat, ...DeployFormat[]] = [
  ...TARGET_IDS.flatMap((id) => Object.keys(describedTarget(id).deployFormats)),
  ...Object.keys(OWN_FORMS).filter((format) => targetOfForm(format) === undefined),
] as [DeployFormat, ...DeployFormat[]];

/** A rule in a deployable form. */
export interface Deployment {
  readonly text: string;
  readonly mediaType: string;
  /** With the dot. */
  readonly fileExtension: string;
  readonly notes: readonly Note[];
}

/** What whoever deploys a rule chooses of its form, beside the conversion that the form contains. */
export interface FormChoices {
  /** Keeps the rule's level where the query finds more than the rule; without it the level is one step lower. */
  readonly keepLevel?: boolean;
  /** Splunk: whether each row becomes a finding of Enterprise Security. By default with the stack `cim`, whose data models that product has. */
  readonly enterpriseSecurity?: boolean;
  /** OpenSearch: the id of the notification channel that a monitor tells. Without one it tells nobody. */
  readonly channel?: string;
}

/** Options of the deployable forms. */
export interface DeployOptions extends FormChoices {
  /** Gives name and tactics of a technique id from the ATT&CK catalogue, for forms that write them out. */
  readonly techniqueFacts?: (id: string) => TechniqueFacts | undefined;
  /** The number of the rule's version in the library that it comes from. */
  readonly libraryVersion?: number;
  /** Options of the conversion that the form contains, for its target. AWS forms contain none. */
  readonly conversion?: (target: TargetId) => ConvertOptions;
}

interface Form {
  /** The language of the form's query, where it depends on the document and on whether a language says all of it. */
  language?(document: SigmaRule | SigmaCorrelation, isWhole: (language: TargetId) => boolean): TargetId;
  readonly mediaType: string;
  readonly fileExtension: string;
  /** Whether the form itself names the syntax of its query, so that nobody need set a query bar. */
  readonly namesSyntax?: boolean;
  /** Where the events are, if the caller does not say. */
  readonly place?: DataPlace;
  /** Whether the form itself counts what the rule counts, so that its query is rightly the base search. */
  counts?(source: Deployable): boolean;
  /** How the form's own counting departs from the rule's. */
  notes?(source: Deployable): readonly Note[];
  write(source: Deployable, query: string, options: DeployOptions, collection: SigmaCollection): string;
}

/** What a bundle adds to the options: which rule it is, where the bundle had to change its id or title. */
export interface BundledOptions extends DeployOptions {
  readonly identity?: RuleIdentity;
}

/** A configuration of Terraform in its JSON syntax. */
const TERRAFORM = { mediaType: 'application/json', fileExtension: '.tf.json' } as const;

const KIBANA = {
  mediaType: 'application/x-ndjson',
  fileExtension: '.ndjson',
  namesSyntax: true,
  counts: kibanaCounts,
  notes: kibanaNotes,
  write: (source, query, { techniqueFacts }) =>
    toKibanaNdjson(source, query, techniqueFacts === undefined ? {} : { techniqueFacts }),
} satisfies Form;

const FORMS: Readonly<Record<Exclude<TargetForm, OwnFormat>, Form>> = {
  savedsearches: {
    mediaType: 'text/plain',
    fileExtension: '.conf',
    // Without an index a scheduled search reads only the default indexes of its owner.
    place: { index: '*' },
    write: (source, query, { enterpriseSecurity, conversion }) =>
      toSavedSearch(source, query, enterpriseSecurity ?? conversion?.('siem_spl').stack === 'cim'),
  },
  'splunk-terraform': { ...TERRAFORM, place: { index: '*' }, write: toSplunkTerraform },
  'sentinel-yaml': {
    mediaType: 'application/yaml',
    fileExtension: '.yaml',
    write: (source, query) => toSentinelYaml(source, query),
  },
  'sentinel-arm': {
    mediaType: 'application/json',
    fileExtension: '.json',
    write: (source, query) => toSentinelArm(source, query),
  },
  // Sentinel deploys the templates of a repository one by one, and again only those that changed.
  'sentinel-repository': {
    mediaType: 'application/json',
    fileExtension: '.json',
    write: (source, query) => toSentinelArm(source, query),
  },
  'sentinel-terraform': { ...TERRAFORM, write: toSentinelTerraform },
  'kibana-terraform': {
    ...KIBANA,
    ...TERRAFORM,
    language: kibanaLanguage,
    write: (source, query, { techniqueFacts }) =>
      toKibanaTerraform(source, query, techniqueFacts === undefined ? {} : { techniqueFacts }),
  },
  'kibana-ndjson': { ...KIBANA, language: kibanaLanguage },
  'kibana-lucene': { ...KIBANA, language: kibanaLuceneLanguage },
  'kibana-esql': {
    mediaType: 'application/x-ndjson',
    fileExtension: '.ndjson',
    write: (source, query, { techniqueFacts }) =>
      toKibanaNdjson(source, query, techniqueFacts === undefined ? {} : { techniqueFacts }, 'esql'),
  },
  'opensearch-monitor': {
    mediaType: 'application/json',
    fileExtension: '.json',
    namesSyntax: true,
    counts: ({ aggregation }) => aggregation !== undefined,
    notes: monitorNotes,
    write: (source, query, options, collection) =>
      toOpenSearchMonitor(source, query, (rule) => kindOf(rule, collection, options), options.channel),
  },
  yaral: {
    mediaType: 'text/plain',
    fileExtension: '.yaral',
    write: ({ identity }, query) => withIdentity(query, identity),
  },
  'logscale-search': {
    mediaType: 'application/yaml',
    fileExtension: '.yaml',
    notes: logScaleNotes,
    write: (source, query) => toLogScaleSearch(source, query),
  },
  'cortex-rule': {
    mediaType: 'application/json',
    fileExtension: '.json',
    notes: cortexNotes,
    write: (source, query, { techniqueFacts }) => toCortexRule(source, query, techniqueFacts),
  },
};

/** Id and version of a document, and its number in the library. */
export function identityOf(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  libraryVersion?: number,
): RuleIdentity {
  return {
    ...(document.id === undefined ? {} : { id: document.id }),
    version: ruleVersion(document, collection),
    ...(libraryVersion === undefined ? {} : { libraryVersion }),
  };
}

/** The version in the meta section of each rule, whose id is there. */
function withIdentity(query: string, { version, libraryVersion }: RuleIdentity): string {
  const number = libraryVersion === undefined ? '' : `    library_version = "${libraryVersion}"\n`;
  return query.replaceAll('\n  meta:\n', (line) => `${line}    version = "${version}"\n${number}`);
}

/** One kind of events of a correlation, as OpenSearch searches it. */
function kindOf(rule: SigmaRule | SigmaCorrelation, collection: SigmaCollection, options: DeployOptions): Kind {
  const conversion = convert(rule, collection, 'siem_dql', options.conversion?.('siem_dql'));
  if (!conversion.ok) throw conversion.error;
  return {
    query: conversion.queries[0] ?? '*:*',
    exact: conversion.notes.every(({ code }) => INFORMATIVE_NOTES.has(code)),
  };
}

/** The target whose queries a form holds; undefined for AWS's own detections. */
export function targetOfForm(format: string): TargetId | undefined {
  return TARGET_IDS.find((id) => format in describedTarget(id).deployFormats);
}

/** Whether a text names a deployable form. */
export function isDeployFormat(text: string): text is DeployFormat {
  return (DEPLOY_FORMATS as readonly string[]).includes(text);
}

/**
 * A rule or correlation in a deployable form, with the notes of its conversion. Every form arrives switched off where its product has a
 * switch. A form whose query finds more than the rule has the next lower level, and every form that departs from its rule says so.
 * @throws SigmaError where the rule cannot have that form: a rule on anything but CloudTrail as an AWS detection, a query longer than the
 * product takes, a correlation that the product could only search for without counting
 */
export function deploy(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  format: DeployFormat,
  options: BundledOptions = {},
): Deployment {
  try {
    return written(document, collection, format, options);
  } catch (error) {
    if (error instanceof RangeError) throw new SigmaError('InvalidDetection', error.message);
    if (!(error instanceof NotCounted)) throw error;
    const others = DEPLOY_FORMATS.filter(
      (other) => other !== format && isWritten(document, collection, other, options),
    );
    throw new SigmaError(
      'InvalidCorrelation',
      `${format} cannot count or order events as "${document.title}" does: ${error.message}. ` +
        (others.length === 0 ? 'No other format can either.' : `Formats that can: ${others.join(', ')}.`),
      { document: document.document },
    );
  }
}

function isWritten(...form: Parameters<typeof written>): boolean {
  try {
    written(...form);
    return true;
  } catch (error) {
    if (error instanceof SigmaError || error instanceof NotCounted || error instanceof RangeError) return false;
    throw error;
  }
}

function written(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  format: DeployFormat,
  options: BundledOptions,
): Deployment {
  if (isOwnFormat(format)) {
    const { make, mediaType, fileExtension } = OWN_FORMS[format];
    const identity = options.identity ?? identityOf(document, collection, options.libraryVersion);
    return { ...make(document, collection, identity), mediaType, fileExtension };
  }
  const form = FORMS[format];
  const target = targetOfForm(format) as TargetId;
  const { language, mediaType, fileExtension, write } = form;
  const identity = options.identity ?? identityOf(document, collection, options.libraryVersion);
  const conversion = { ...form.place, ...options.conversion?.(target) };
  const isWhole = (other: TargetId) => saysAll(convert(document, collection, other, conversion));
  const chosen = language?.(document, isWhole) ?? target;
  const converted = (shown: typeof document) => {
    const open = openConversion(shown, collection, chosen, conversion);
    const source = { ...deployable(open.subject, open.ctx, identity), language: chosen };
    const query = open.queries().join('\n');
    const notes = [...countedNotes(open, form.counts?.(source) === true), ...(form.notes?.(source) ?? [])];
    return { source, query, notes: form.namesSyntax ? notes.filter(({ code }) => code !== 'query_syntax') : notes };
  };
  const { source, query, notes } = converted(document);
  const nothing = nothingSaid(source.document, notes);
  if (nothing !== undefined)
    throw new SigmaError(
      'InvalidDetection',
      `${format} can ask for nothing that "${document.title}" tests: ${nothing}`,
    );
  const departure = departureOf(document, notes, options.keepLevel);
  if (departure === undefined)
    return { text: write(source, query, options, collection), notes, mediaType, fileExtension };
  // A second time, since some languages write level and description into the query.
  const shown = converted(departed(document, departure));
  const text = write({ ...shown.source, mark: departure.mark }, shown.query, options, collection);
  return { text, notes: [...notes, ...levelNote(document, departure.level)], mediaType, fileExtension };
}

/** Whether a conversion leaves out no test of its rule. */
function saysAll(conversion: ReturnType<typeof convert>): boolean {
  return conversion.ok && conversion.notes.every(({ code }) => code !== 'test_dropped');
}

function levelNote({ level = 'medium' }: SigmaRule | SigmaCorrelation, lowered: Level | undefined): readonly Note[] {
  if (lowered === undefined) return [];
  return [
    {
      code: 'level_lowered',
      message: `The level is ${lowered}, the rule's is ${level}: the query finds more than the rule.`,
      part: 'level',
    },
  ];
}

/**
 * The notes of a conversion, without the one about counting where the form counts.
 * @throws NotCounted where neither query nor form counts
 */
function countedNotes({ notes }: OpenConversion, formCounts: boolean): readonly Note[] {
  const dropped = notes.find(({ code }) => code === 'aggregation_dropped');
  if (dropped === undefined) return notes;
  if (!formCounts) throw new NotCounted(withoutEnd(dropped.message, '.'));
  return notes.filter((note) => note !== dropped);
}
