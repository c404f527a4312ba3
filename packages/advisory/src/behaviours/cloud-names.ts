import { awsOperations, type CloudOperation, isKnownGcpMethod } from '@tripline/attack';
import { type Passage, sentenceAround } from '../segment/passage.js';

/** An operation named in a passage: offsets within the passage. */
export interface NamedOperation {
  readonly source: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly certainty: number;
}

const AWS_NAME =
  /(?<![\w.@/\\-])(?:([a-z][a-z0-9-]{1,24})(?:\.amazonaws\.com)?[:./\\]\s?)?([A-Z][a-z]{1,40}[A-Z0-9][A-Za-z0-9]{0,80}|[A-Z][a-z]{4,40})(?![\w-])/g;
const AWS_CLI =
  /\baws\s+(?:--?[\w-]{1,40}(?:[ =](?!-)[\w:./-]{1,200})?\s+){0,8}([a-z0-9-]{2,30})\s+([a-z][a-z0-9]*(?:-[a-z0-9]+)*)/g;
const SDK_CALL = /\.([a-z]+(?:_[a-z0-9]+)+)\(/g;

/** CLI services whose event source has another name. */
const CLI_SOURCES: Readonly<Record<string, string>> = {
  s3api: 's3',
  sesv2: 'ses',
  logs: 'logs',
  cloudwatch: 'monitoring',
  elbv2: 'elasticloadbalancing',
  elb: 'elasticloadbalancing',
  'service-quotas': 'servicequotas',
  'cognito-idp': 'cognito-idp',
  stepfunctions: 'states',
  'bedrock-runtime': 'bedrock',
  'bedrock-agent': 'bedrock',
  configservice: 'config',
  inspector2: 'inspector2',
  'sso-admin': 'sso',
  accessanalyzer: 'access-analyzer',
};
/** `aws s3` commands are not operations; these are what they call. */
const S3_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  cp: ['GetObject', 'PutObject'],
  mv: ['GetObject', 'DeleteObject'],
  sync: ['ListObjects', 'GetObject'],
  rm: ['DeleteObject'],
  rb: ['DeleteBucket'],
  mb: ['CreateBucket'],
};
/** Operations that Windows or general programming also has: believed only with their service written before them. */
const COMMON_NAMES = new Set(
  `CreateService StartService StopService DeleteService CreateFile DeleteFile GetFile PutFile CreateEvent CreateSession CreateProcess CreateUser
  DeleteUser GetUser UpdateUser GetObject PutObject CreateSnapshot OpenProcess GetSession ListFiles GetVersion CreateTask GetTask GetStatus`
    .split(/\s+/)
    .filter((name) => name !== ''),
);

/**
 * AWS operations named in a passage: as CloudTrail writes them (`CreateUser`, `iam:CreateUser`, `iam.amazonaws.com`), as the CLI does
 * (`aws iam create-user`), or as an SDK call (`.create_user(`). `about` says that the document is about AWS.
 */
export function awsNames(passage: Passage, about: boolean, strictNames: boolean): readonly NamedOperation[] {
  const found: NamedOperation[] = [];
  const { text } = passage;
  for (const match of text.matchAll(AWS_NAME)) {
    const [whole, prefix, name] = match as unknown as [string, string | undefined, string];
    const operations = awsOperations(name);
    if (operations.length === 0) continue;
    const exact = operations.filter((operation) => operation.name === name);
    if (exact.length === 0) continue;
    const start = match.index + whole.length - name.length;
    const prefixed = prefix === undefined ? undefined : ofService(exact, prefix);
    if (prefixed !== undefined) {
      found.push({ ...prefixed, start, end: start + name.length, certainty: 0.97 });
      continue;
    }
    const humps = name.match(/[A-Z][a-z0-9]*/g)?.length ?? 0;
    const named = eventNameBefore(text, start);
    const alone = strictNames && COMMON_NAMES.has(name) && !besideAnother(text, start, name);
    if (!named && (!about || humps < 2 || alone)) continue;
    const operation = byNeighbour(exact, text, start) ?? (exact[0] as CloudOperation);
    found.push({ ...operation, start, end: start + name.length, certainty: named ? 0.97 : humps > 2 ? 0.93 : 0.88 });
  }
  for (const match of text.matchAll(AWS_CLI)) {
    const [whole, service, command] = match as unknown as [string, string, string];
    const start = match.index + whole.length - command.length;
    const names = service === 's3' ? s3Operations(command, text.slice(start)) : [command.replaceAll('-', '')];
    for (const name of names) {
      const operation = ofService(awsOperations(name), service);
      if (operation !== undefined) found.push({ ...operation, start, end: start + command.length, certainty: 0.97 });
    }
  }
  if (about) {
    for (const match of text.matchAll(SDK_CALL)) {
      const name = match[1] as string;
      const operation = awsOperations(name.replaceAll('_', ''))[0];
      if (operation === undefined) continue;
      const start = match.index + 1;
      found.push({ ...operation, start, end: start + name.length, certainty: 0.85 });
    }
  }
  return found;
}

/** A name that other systems have too is an AWS operation beside one that only AWS has, in the same sentence. */
function besideAnother(text: string, start: number, name: string): boolean {
  const sentence = sentenceAround(text, start, start + name.length);
  const names = text.slice(sentence.start, sentence.end).match(/\b[A-Z][a-z]+(?:[A-Z][a-z0-9]+)+\b/g) ?? [];
  return names.some((other) => !COMMON_NAMES.has(other) && awsOperations(other).some((known) => known.name === other));
}

/** `aws s3 ls` lists buckets, with a bucket named it lists that one's objects. */
function s3Operations(command: string, from: string): readonly string[] {
  if (command !== 'ls') return S3_COMMANDS[command] ?? [];
  return [/^ls\s+(?:--?[\w-]{1,40}\s+){0,4}["']?s3:/.test(from) ? 'ListObjects' : 'ListBuckets'];
}

function ofService(operations: readonly CloudOperation[], service: string): CloudOperation | undefined {
  const source = `${CLI_SOURCES[service] ?? service}.amazonaws.com`;
  return operations.find((operation) => operation.source === source);
}

/** `eventName`, a quotation or an `action` right before the name says that it is an operation. */
function eventNameBefore(text: string, start: number): boolean {
  return /event[ _]?name["']?\s*(?:[:=]|is|of|in)?\s*[("'[]*$/i.test(text.slice(Math.max(0, start - 24), start));
}

/** The service that the words around an ambiguous name speak of. */
function byNeighbour(operations: readonly CloudOperation[], text: string, start: number): CloudOperation | undefined {
  if (operations.length < 2) return undefined;
  const around = text.slice(Math.max(0, start - 200), start + 200).toLowerCase();
  return operations.find(({ source }) => {
    const service = source.slice(0, source.indexOf('.'));
    return around.includes(source) || new RegExp(`\\b${service.replace(/[^a-z0-9-]/g, '')}\\b`).test(around);
  });
}

const AZURE_NAME = /\bMicrosoft\.[A-Za-z]{3,40}(?:\/[A-Za-z0-9]{2,60}){1,6}\b/gi;

/** Azure resource-provider operations (`Microsoft.Compute/virtualMachines/write`) named in a passage. */
export function azureNames(passage: Passage): readonly NamedOperation[] {
  const found: NamedOperation[] = [];
  for (const match of passage.text.matchAll(AZURE_NAME)) {
    if (!/\/(?:write|delete|action|read)$/i.test(match[0])) continue;
    const source = match[0].split('/')[0] ?? '';
    found.push({ source, name: match[0], start: match.index, end: match.index + match[0].length, certainty: 0.97 });
  }
  return found;
}

const GCP_NAME =
  /(?<![\w@/-])(?:(?:v\d(?:(?:alpha|beta)\d*)?|beta|alpha)\.[a-z]+\.\w+\.\w+|google\.[a-z]{1,40}(?:\.[a-z]{1,40}){0,5}(?:\.v\d\w{0,20})?(?:\.[A-Z]\w{1,80}){1,2}|(?:compute|storage|dns|cloudsql|bigquery)\.[a-z]\w+\.[a-z]\w+|storage\.setIamPermissions)(?![\w-])/g;
const GCP_BARE = /(?<![\w.])[A-Z][a-z]+(?:[A-Z][a-z]+)+(?![\w(])/g;
const GCP_VERB =
  /^(?:add|attach|create|delete|detach|disable|enable|generate|get|insert|invite|list|move|patch|reset|set|sign|start|stop|undelete|update|access|impersonate)/i;

/** Google Cloud methods named in a passage; bare names (`SetIamPolicy`) only where the document is about Google Cloud. */
export function gcpNames(passage: Passage, about: boolean): readonly NamedOperation[] {
  const found: NamedOperation[] = [];
  for (const match of passage.text.matchAll(GCP_NAME)) {
    const name = match[0];
    const last = name.slice(name.lastIndexOf('.') + 1);
    if (!GCP_VERB.test(last) || /\.(?:com|html|json|py)$/.test(name)) continue;
    found.push({ source: '', name, start: match.index, end: match.index + name.length, certainty: about ? 0.95 : 0.6 });
  }
  if (about) {
    for (const match of passage.text.matchAll(GCP_BARE)) {
      if (!isKnownGcpMethod(match[0]) || found.some((f) => f.start <= match.index && match.index < f.end)) continue;
      found.push({
        source: '',
        name: match[0],
        start: match.index,
        end: match.index + match[0].length,
        certainty: 0.9,
      });
    }
  }
  return found;
}
