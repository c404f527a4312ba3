import { type AwsEvent, awsEventTable } from './coverage/aws-event-table.js';
import { awsReadTechnique } from './coverage/aws-reads.js';
import { mappingConfidence } from './coverage/mapping.js';
import { lazyData } from './data.js';
import { hintTable, NO_HINTS, type RawHints, type TechniqueHint } from './hint.js';
import { PRIMARY_WEIGHT, withPrimary } from './primary.js';

/** The clouds whose audit logs name operations. */
export type Cloud = 'aws' | 'azure' | 'gcp';

/** An operation of a cloud's control plane, named as its audit log names it. */
export interface CloudOperation {
  /** `iam.amazonaws.com`, `compute.googleapis.com`, or the resource provider `Microsoft.Compute`. */
  readonly source: string;
  /** `CreateUser`, `v1.compute.instances.insert`, `Microsoft.Compute/virtualMachines/write`. */
  readonly name: string;
}

type HintFile = Readonly<Record<'azure' | 'gcp', Readonly<Record<string, RawHints>>>>;

const hints = lazyData('operations.json', (raw: HintFile) => ({
  azure: hintTable(raw.azure),
  gcp: hintTable(raw.gcp),
}));

/**
 * The known operations by lower-case name, the likelier service first: a service whose operation has public detections comes before one
 * that only has an operation of that name.
 */
const awsByName = lazyData('aws-operations.json', (raw: { readonly operations: Readonly<Record<string, string>> }) => {
  const byName = new Map<string, CloudOperation[]>();
  for (const [source, names] of Object.entries(raw.operations)) {
    for (const name of names.split(' ')) {
      const key = name.toLowerCase();
      const operation = { source, name };
      const known = byName.get(key);
      if (known === undefined) byName.set(key, [operation]);
      else known.push(operation);
    }
  }
  const rank = ({ source, name }: CloudOperation): number => {
    const noted = awsEvent(source, name) === undefined ? 100 : 0;
    const usual = USUAL_SOURCES.indexOf(source);
    return noted + (usual < 0 ? USUAL_SOURCES.length : usual);
  };
  for (const list of byName.values()) list.sort((a, b) => rank(a) - rank(b));
  return byName;
});

/** Services that incident reports mention most. Where two services have an operation of the same name, these come first. */
const USUAL_SOURCES = [
  'iam.amazonaws.com',
  'sts.amazonaws.com',
  'ec2.amazonaws.com',
  's3.amazonaws.com',
  'lambda.amazonaws.com',
  'ses.amazonaws.com',
  'secretsmanager.amazonaws.com',
  'ssm.amazonaws.com',
  'ecs.amazonaws.com',
  'eks.amazonaws.com',
  'kms.amazonaws.com',
  'rds.amazonaws.com',
  'cloudtrail.amazonaws.com',
  'bedrock.amazonaws.com',
  'organizations.amazonaws.com',
];

/** AWS operations of this name (any case), the likelier service first. Empty when no known service has it. */
export function awsOperations(name: string): readonly CloudOperation[] {
  return awsByName().get(name.toLowerCase()) ?? [];
}

/** Services whose log has events that are no operations of their API: what people do on a console, what the service does by itself. */
const MORE_THAN_OPERATIONS: readonly string[] = [
  'controltower.amazonaws.com',
  'health.amazonaws.com',
  'signin.amazonaws.com',
  'sso-directory.amazonaws.com',
  'sso.amazonaws.com',
];

const VERSION = /\d{8}(?:v\d{1,2})?$/;

const awsBySource = lazyData(
  'aws-operations.json',
  (raw: { readonly operations: Readonly<Record<string, string>> }) => {
    const bySource = new Map<string, Map<string, string>>();
    for (const [source, names] of Object.entries(raw.operations)) {
      bySource.set(source, new Map(names.split(' ').map((name) => [name.toLowerCase(), name])));
    }
    return bySource;
  },
);

/** The operations of an AWS event source, without those of other sources that share their names. */
export function awsOperationsOf(source: string): readonly string[] {
  return [...(awsBySource().get(source.toLowerCase())?.values() ?? [])];
}

/**
 * An operation of an AWS event source, as CloudTrail writes it, by its name in any letter case; that of a later API date (`CreateFunction20150331`) is found by
 * the name without it. Undefined when we know of none.
 */
export function awsOperation(source: string, name: string): CloudOperation | undefined {
  const names = awsBySource().get(source.toLowerCase());
  const known = names?.get(name.toLowerCase()) ?? names?.get(name.replace(VERSION, '').toLowerCase());
  if (known !== undefined) return { source: source.toLowerCase(), name: known };
  const event = awsEvent(source.toLowerCase(), name);
  return event === undefined ? undefined : { source: event.source, name: event.name };
}

/** Whether we know every event that a source can write: all operations of its API, and nothing else stands in our table of its events. */
export function knowsWholeAwsSource(source: string): boolean {
  const key = source.toLowerCase();
  if (!awsBySource().has(key) || MORE_THAN_OPERATIONS.includes(key)) return false;
  return (awsEventTable().bySource.get(key) ?? []).every(({ name }) => {
    const names = awsBySource().get(key);
    return names?.has(name.toLowerCase()) === true || names?.has(name.replace(VERSION, '').toLowerCase()) === true;
  });
}

/**
 * Every known operation of a cloud. For AWS several services can share a name. Azure and GCP have only operations with known techniques.
 */
export function knownOperations(cloud: Cloud): readonly CloudOperation[] {
  if (cloud === 'aws') return [...awsByName().values()].flat();
  const names = new Map(
    [...primaryNames()[cloud], ...operationNames()[cloud]].toReversed().map((n) => [n.toLowerCase(), n]),
  );
  return [...names.values()].toReversed().map((name) => ({ source: sourceOf(cloud, name), name }));
}

/** Operation names as their documentation spells them; public detections often have them in capitals. */
const primaryNames = lazyData(
  'primary-techniques.json',
  (raw: Readonly<Record<'azure' | 'gcp', Readonly<Record<string, readonly string[]>>>>) => ({
    azure: Object.keys(raw.azure),
    gcp: Object.keys(raw.gcp),
  }),
);

const operationNames = lazyData('operations.json', (raw: HintFile) => ({
  azure: Object.keys(raw.azure),
  gcp: Object.keys(raw.gcp),
}));

/** The service that an Azure or GCP operation belongs to; empty where the name does not say. */
function sourceOf(cloud: 'azure' | 'gcp', name: string): string {
  if (cloud === 'azure') return name.split('/')[0] ?? '';
  const service = name
    .split('.')
    .find((part) => part !== '' && !/^(?:v\d\w*|beta|alpha|google|cloud|io|k8s)$/.test(part));
  return service === undefined || !/^[a-z]+$/.test(service) ? '' : `${service}.googleapis.com`;
}

/**
 * The techniques that an operation shows, the main one first. For AWS they are the same as coverage counts for an event of that name:
 * `source` picks the service, and without it every service of that name is asked, the likelier first. For Azure and GCP they come from our
 * own reading and from public sources.
 */
export function techniquesOfOperation(cloud: Cloud, name: string, source?: string): readonly TechniqueHint[] {
  if (cloud !== 'aws') return withPrimary(cloud, name, hints()[cloud].get(name.toLowerCase()) ?? NO_HINTS);
  const sources = source === undefined ? awsOperations(name).map((operation) => operation.source) : [source];
  const found = new Map<string, TechniqueHint>();
  for (const each of sources) {
    for (const hint of hintsOf(awsEvent(each, name))) if (!found.has(hint.id)) found.set(hint.id, hint);
  }
  return found.size > 0 ? [...found.values()] : discovery(name, sources[0]);
}

/** The event of this name (any case) of a service, where the table has it. */
function awsEvent(source: string, name: string): AwsEvent | undefined {
  const lower = source.toLowerCase();
  return awsEventTable()
    .byName.get(name.toLowerCase())
    ?.find((event) => event.source === lower);
}

function hintsOf(event: AwsEvent | undefined): readonly TechniqueHint[] {
  return (event?.techniques ?? []).map((entry, index) => ({
    id: entry.techniqueId,
    weight: entry.isFirst ? PRIMARY_WEIGHT - index : mappingConfidence(entry),
  }));
}

/** A call that lists or describes shows discovery, even where nothing else is known about it. */
function discovery(name: string, source: string | undefined): readonly TechniqueHint[] {
  const id = source === undefined ? undefined : awsReadTechnique(source, name);
  return id === undefined ? NO_HINTS : [{ id, weight: 1 }];
}

/** The calls of one service that only list or describe, with the technique that they show. */
export interface AwsReads {
  readonly source: string;
  readonly names: readonly string[];
  readonly techniqueId: string;
}

let unlisted: readonly AwsReads[] | undefined;

/**
 * The known AWS calls that list or describe and have no entry in the table of events, by service. They show discovery, which ordinary work
 * does all the time.
 */
export function awsReads(): readonly AwsReads[] {
  if (unlisted === undefined) {
    const services = new Map<string, { techniqueId: string; names: string[] }>();
    for (const { source, name } of knownOperations('aws')) {
      const techniqueId = awsEvent(source, name) === undefined ? awsReadTechnique(source, name) : undefined;
      if (techniqueId === undefined) continue;
      const known = services.get(source);
      if (known === undefined) services.set(source, { techniqueId, names: [name] });
      else known.names.push(name);
    }
    unlisted = [...services].map(([source, { techniqueId, names }]) => ({ source, techniqueId, names }));
  }
  return unlisted;
}

const gcpMethodNames = lazyData(
  'primary-techniques.json',
  (raw: { readonly gcp: Readonly<Record<string, readonly string[]>> }) =>
    new Set(Object.keys(raw.gcp).map((name) => name.slice(name.lastIndexOf('.') + 1))),
);

/** Whether a name is the last part of a Google Cloud method with known techniques (`SetIamPolicy`). Letter case matters. */
export function isKnownGcpMethod(name: string): boolean {
  return gcpMethodNames().has(name);
}
