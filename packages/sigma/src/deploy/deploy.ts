import type { TargetId } from '../catalogue/targets.js';
import { type ConvertOptions, convert } from '../convert/convert.js';
import type { Note } from '../convert/note.js';
import { SigmaError } from '../model/error.js';
import type { SigmaCollection, SigmaCorrelation, SigmaRule } from '../model/rule.js';
import { toEventBridgePattern, toMetricFilter } from './aws.js';
import { toKibanaNdjson } from './kibana.js';
import { toOpenSearchMonitor } from './opensearch-monitor.js';
import { toSavedSearch } from './savedsearches.js';
import { toSentinelArm, toSentinelYaml } from './sentinel.js';
import type { TechniqueFacts } from './threat.js';

/** The forms in which products take a whole rule, not only its query. */
export const DEPLOY_FORMATS = [
  'savedsearches',
  'sentinel-yaml',
  'sentinel-arm',
  'kibana-ndjson',
  'opensearch-monitor',
  'yaral',
  'eventbridge',
  'metric-filter',
] as const;

/** One deployable form, for example `sentinel-arm`. */
export type DeployFormat = (typeof DEPLOY_FORMATS)[number];

/** A rule in a deployable form. */
export interface Deployment {
  readonly text: string;
  readonly mediaType: string;
  /** With the dot. */
  readonly fileExtension: string;
  readonly notes: readonly Note[];
}

/** Options of the deployable forms. */
export interface DeployOptions {
  /** Gives name and tactics of a technique id from the ATT&CK catalogue, for forms that write them out. */
  readonly techniqueFacts?: (id: string) => TechniqueFacts | undefined;
  /** Options of the conversion that the form contains, for its target. AWS forms contain none. */
  readonly conversion?: (target: TargetId) => ConvertOptions;
}

interface Form {
  /** The target whose conversion the form contains. */
  readonly target: TargetId;
  readonly mediaType: string;
  readonly fileExtension: string;
  write(
    document: SigmaRule | SigmaCorrelation,
    collection: SigmaCollection,
    query: string,
    options: DeployOptions,
  ): string;
}

type AwsForm = Pick<Form, 'mediaType' | 'fileExtension'> & { readonly make: typeof toEventBridgePattern };

const FORMS: Readonly<Record<Exclude<DeployFormat, 'eventbridge' | 'metric-filter'>, Form>> = {
  savedsearches: {
    target: 'siem_spl',
    mediaType: 'text/plain',
    fileExtension: '.conf',
    write: (document, _collection, query) => toSavedSearch(document, query),
  },
  'sentinel-yaml': {
    target: 'siem_kql',
    mediaType: 'application/yaml',
    fileExtension: '.yaml',
    write: (document, _collection, query) => toSentinelYaml(document, query),
  },
  'sentinel-arm': {
    target: 'siem_kql',
    mediaType: 'application/json',
    fileExtension: '.json',
    write: (document, _collection, query) => toSentinelArm(document, query),
  },
  'kibana-ndjson': {
    target: 'siem_lucene',
    mediaType: 'application/x-ndjson',
    fileExtension: '.ndjson',
    write: (document, collection, query, { techniqueFacts }) =>
      toKibanaNdjson(document, collection, query, techniqueFacts === undefined ? {} : { techniqueFacts }),
  },
  'opensearch-monitor': {
    target: 'siem_dql',
    mediaType: 'application/json',
    fileExtension: '.json',
    write: (document, collection, query) => toOpenSearchMonitor(document, collection, query),
  },
  yaral: {
    target: 'siem_yaral',
    mediaType: 'text/plain',
    fileExtension: '.yaral',
    write: (_document, _collection, query) => query,
  },
};

const AWS_FORMS: Readonly<Record<'eventbridge' | 'metric-filter', AwsForm>> = {
  eventbridge: { mediaType: 'application/json', fileExtension: '.json', make: toEventBridgePattern },
  'metric-filter': { mediaType: 'text/plain', fileExtension: '.txt', make: toMetricFilter },
};

/** Whether a text names a deployable form. */
export function isDeployFormat(text: string): text is DeployFormat {
  return (DEPLOY_FORMATS as readonly string[]).includes(text);
}

/**
 * A rule or correlation in a deployable form, with the notes of its conversion.
 * @throws SigmaError where the rule cannot have that form: a rule on anything but CloudTrail as an AWS detection, a query longer than the
 * product takes
 */
export function deploy(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  format: DeployFormat,
  options: DeployOptions = {},
): Deployment {
  if (format === 'eventbridge' || format === 'metric-filter') {
    const { make, mediaType, fileExtension } = AWS_FORMS[format];
    if (document.kind === 'correlation') {
      throw new SigmaError(
        'InvalidDetection',
        `a correlation cannot become a ${format} detection: AWS matches one event at a time`,
      );
    }
    const { text, notes } = make(document);
    return { text, notes, mediaType, fileExtension };
  }
  const { target, mediaType, fileExtension, write } = FORMS[format];
  const conversion = convert(document, collection, target, options.conversion?.(target));
  if (!conversion.ok) throw conversion.error;
  try {
    return {
      text: write(document, collection, conversion.queries.join('\n'), options),
      notes: conversion.notes,
      mediaType,
      fileExtension,
    };
  } catch (error) {
    if (error instanceof RangeError) throw new SigmaError('InvalidDetection', error.message);
    throw error;
  }
}
