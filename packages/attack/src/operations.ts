import { lazyData } from './data.js';
import { hintTable, NO_HINTS, type RawHints, type TechniqueHint } from './hint.js';
import { hasPrimary, withPrimary } from './primary.js';

/** The clouds whose audit logs name operations. */
export type Cloud = 'aws' | 'azure' | 'gcp';

/** An operation of a cloud's control plane as its audit log writes it. */
export interface CloudOperation {
  /** `iam.amazonaws.com`, `compute.googleapis.com`, or the resource provider `Microsoft.Compute`. */
  readonly source: string;
  /** `CreateUser`, `v1.compute.instances.insert`, `Microsoft.Compute/virtualMachines/write`. */
  readonly name: string;
}

const hints = lazyData('operations.json', (raw: Readonly<Record<Cloud, Readonly<Record<string, RawHints>>>>) => ({
  aws: hintTable(raw.aws),
  azure: hintTable(raw.azure),
  gcp: hintTable(raw.gcp),
}));

/**
 * The operations of the dictionary, by lower-case name, the likelier service first: one whose operation public sources write detections for
 * goes before one that merely has an operation of that name.
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
    const noted = hints().aws.has(`${source}/${name}`.toLowerCase()) ? 0 : 100;
    const usual = USUAL_SOURCES.indexOf(source);
    return noted + (usual < 0 ? USUAL_SOURCES.length : usual);
  };
  for (const list of byName.values()) list.sort((a, b) => rank(a) - rank(b));
  return byName;
});

/** Where two services share an operation's name, intrusions are told about these first. */
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

/** AWS operations with this name (any case), the likelier service first; empty when no known service has it. */
export function awsOperations(name: string): readonly CloudOperation[] {
  return awsByName().get(name.toLowerCase()) ?? [];
}

/** Every known operation of a cloud. For AWS several services can share a name; Azure and GCP hold only operations with known techniques. */
export function knownOperations(cloud: Cloud): readonly CloudOperation[] {
  if (cloud === 'aws') return [...awsByName().values()].flat();
  const names = new Map(
    [...primaryNames()[cloud], ...operationNames()[cloud]].toReversed().map((n) => [n.toLowerCase(), n]),
  );
  return [...names.values()].toReversed().map((name) => ({ source: sourceOf(cloud, name), name }));
}

/** Names as their documentation spells them; public detections often have them in capitals. */
const primaryNames = lazyData(
  'primary-techniques.json',
  (raw: Readonly<Record<'azure' | 'gcp', Readonly<Record<string, readonly string[]>>>>) => ({
    azure: Object.keys(raw.azure),
    gcp: Object.keys(raw.gcp),
  }),
);

const operationNames = lazyData(
  'operations.json',
  (raw: Readonly<Record<Cloud, Readonly<Record<string, RawHints>>>>) => ({
    azure: Object.keys(raw.azure),
    gcp: Object.keys(raw.gcp),
  }),
);

/** The service an Azure or GCP name belongs to; empty where the name does not say. */
function sourceOf(cloud: 'azure' | 'gcp', name: string): string {
  if (cloud === 'azure') return name.split('/')[0] ?? '';
  const service = name
    .split('.')
    .find((part) => part !== '' && !/^(?:v\d\w*|beta|alpha|google|cloud|io|k8s)$/.test(part));
  return service === undefined || !/^[a-z]+$/.test(service) ? '' : `${service}.googleapis.com`;
}

/**
 * Techniques that public sources attach to an operation, the best supported first. For AWS `source` narrows (`iam.amazonaws.com`); sources
 * that name only the operation are added.
 */
export function techniquesOfOperation(cloud: Cloud, name: string, source?: string): readonly TechniqueHint[] {
  const table = hints()[cloud];
  const key = name.toLowerCase();
  if (cloud !== 'aws') return withPrimary(cloud, name, table.get(key) ?? NO_HINTS);
  const sources = source === undefined ? awsOperations(name).map((operation) => operation.source) : [source];
  const found = [key, ...sources.map((entry) => `${entry.toLowerCase()}/${key}`)].flatMap((k) => table.get(k) ?? []);
  const weights = new Map<string, number>();
  for (const { id, weight } of found) weights.set(id, (weights.get(id) ?? 0) + weight);
  const counted = [...weights]
    .map(([id, weight]) => ({ id, weight }))
    .sort((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1));
  const known = withPrimary('aws', name, counted);
  return hasPrimary('aws', name) ? known : withDiscovery(name, source ?? sources[0], known);
}

const LOOKS_AROUND = /^(?:Describe|List)[A-Z]/;
/** What looking around in a service shows: its resources are the cloud's infrastructure, its accounts, or else a service in use. */
const DISCOVERY: Readonly<Record<string, string>> = {
  'iam.amazonaws.com': 'T1087.004',
  'sso.amazonaws.com': 'T1087.004',
  'identitystore.amazonaws.com': 'T1087.004',
  'ec2.amazonaws.com': 'T1580',
  'rds.amazonaws.com': 'T1580',
  's3.amazonaws.com': 'T1580',
  'ecs.amazonaws.com': 'T1580',
  'eks.amazonaws.com': 'T1580',
  'autoscaling.amazonaws.com': 'T1580',
  'elasticloadbalancing.amazonaws.com': 'T1580',
  'elasticache.amazonaws.com': 'T1580',
  'glacier.amazonaws.com': 'T1580',
  'dynamodb.amazonaws.com': 'T1580',
  'redshift.amazonaws.com': 'T1580',
  'backup.amazonaws.com': 'T1580',
};
const SERVICE_DISCOVERY = 'T1526';

/** A call that lists or describes shows discovery before anything that detections of abuse attach to it. */
function withDiscovery(
  name: string,
  source: string | undefined,
  hints: readonly TechniqueHint[],
): readonly TechniqueHint[] {
  const reads = LOOKS_AROUND.test(name) || (source === 's3.amazonaws.com' && /^GetBucket[A-Z]/.test(name));
  if (!reads || source === undefined) return hints;
  const id = DISCOVERY[source.toLowerCase()] ?? SERVICE_DISCOVERY;
  return [{ id, weight: (hints[0]?.weight ?? 0) + 1 }, ...hints.filter((hint) => hint.id !== id)];
}

const gcpMethodNames = lazyData(
  'primary-techniques.json',
  (raw: { readonly gcp: Readonly<Record<string, readonly string[]>> }) =>
    new Set(Object.keys(raw.gcp).map((name) => name.slice(name.lastIndexOf('.') + 1))),
);

/** Whether a name is the last part of a Google Cloud method whose techniques are known (`SetIamPolicy`); letters' case counts. */
export function isKnownGcpMethod(name: string): boolean {
  return gcpMethodNames().has(name);
}
