import { knownOperations } from '@tripline/attack';
import type { Level, PlatformId } from '@tripline/sigma';
import type { UntypedBehaviour } from '../model.js';
import { operationTitles } from './operation-title.js';
import type { DraftItem, DraftSelection, DraftValue, RuleDraft } from './rule-draft.js';
import { distinct, groupBy, listed, titleOf } from './text.js';
import { whyItMatters } from './why.js';

/** One operation of the advisory at its best told place. */
interface ToldOperation {
  readonly name: string;
  readonly source: string;
  readonly behaviour: UntypedBehaviour;
}

const READ =
  /^(?:Get|List|Describe|Head|Lookup|Search|Check|Simulate|Query|Scan|Select|Estimate|Batch(?:Get|Describe))(?=[A-Z]|$)/;
/** Reads that an intruder gains something by. */
const TELLING_READS =
  /^(?:GetSecretValue|BatchGetSecretValue|GetPasswordData|GetFederationToken|GetSessionToken|GetSigninToken|GetCredentialsForIdentity|GetConsoleScreenshot|GetAccountAuthorizationDetails|GetSMSAttributes|GetSMSSandboxAccountStatus|GetSendQuota|GetFoundationModelAvailability|GetUseCaseForModelAccess|GetRoleCredentials|GetParametersByPath|GetClusterCredentials|GetAuthorizationToken|GetLaunchTemplateData|GetSerialConsole\w*)$/;
/** Calls that fill every account's log. */
const EVERYDAY =
  /^(?:AssumeRole|ConsoleLogin|PutObject|Decrypt|GenerateDataKey|Invoke|CreateTags|CreateLogStream|PutLogEvents|Publish|SendMessage|CopyObject|AssumeRoleWithSAML|AssumeRoleWithWebIdentity|DeleteObject|StartInstances|StopInstances|RunTask|Converse|Encrypt)$/;
/** Calls that fill the log with whatever client (and the console's, which is no script): only the reported source narrows them. */
const OF_EVERY_CLIENT = /^(?:ConsoleLogin|PutObject|GetObject|Decrypt|GenerateDataKey)$/;
/** Calls that scripts begin with: beside others they tell a sequence, alone nothing. */
const FIRST_CALL = /^(?:GetCallerIdentity|AssumeRole\w*)$/;
const CLIENTS = [
  'aws-cli/',
  'Boto3/',
  'aws-sdk-go',
  'python-requests',
  'S3 Browser',
  'AWSPowerShell',
  'TruffleHog',
  'Pacu',
];

/** Where an advisory tells of federation tokens, the calls it tells were made with one. */
const FEDERATED: DraftSelection = {
  name: 'selection_federated',
  alternatives: [
    [
      {
        field: 'userIdentity.arn',
        modifiers: ['contains'],
        values: [{ literal: ':federated-user/', origin: { template: 'aws-federated-user' } }],
      },
    ],
  ],
};

/**
 * Rules on the AWS audit log: one per service and technique; everyday and discovery calls only together with how they were made.
 * @param asked the calls stand for a technique that somebody asked for: also those that scripts begin with are worth a rule then
 */
export function draftAws(
  behaviours: readonly UntypedBehaviour[],
  client: DraftSelection | undefined,
  asked = false,
): readonly RuleDraft[] {
  const told = toldOperations(behaviours, 'cloud-audit-1');
  const strong = told.filter(({ name }) => !isWeak(name));
  const narrowed = client ?? (strong.some(({ name }) => name === 'GetFederationToken') ? FEDERATED : undefined);
  const weak = told.filter(({ name }) => isWeak(name) && (!OF_EVERY_CLIENT.test(name) || narrowed !== undefined));
  const stepOf = steps(strong);
  const drafts = [...groupBy(strong, (op) => `${op.source}|${stepOf(op)}`)].map(([key, group]) => awsRule(key, group));
  const beginning = !asked && narrowed === undefined && weak.every(({ name }) => FIRST_CALL.test(name));
  const discovery = beginning ? undefined : weakRule(weak, narrowed);
  return discovery === undefined ? drafts : [...drafts, discovery];
}

function isWeak(name: string): boolean {
  return EVERYDAY.test(name) || (READ.test(name) && !TELLING_READS.test(name));
}

function toldOperations(behaviours: readonly UntypedBehaviour[], platform: PlatformId): readonly ToldOperation[] {
  const best = new Map<string, ToldOperation>();
  for (const behaviour of behaviours) {
    if (behaviour.kind !== 'cloud-operation' || !behaviour.platforms.includes(platform)) continue;
    const source = behaviour.details['eventSource'] ?? '';
    const name =
      behaviour.details['eventName'] ?? behaviour.details['methodName'] ?? behaviour.details['operationName'] ?? '';
    const key = `${source}/${name.replace(/\d{8}(?:v\d+)?$/, '')}`.toLowerCase();
    const known = best.get(key);
    if (known === undefined || behaviour.confidence > known.behaviour.confidence)
      best.set(key, { name, source, behaviour });
  }
  return [...best.values()];
}

function primaryOf({ behaviour }: ToldOperation): string {
  return behaviour.techniques[0] ?? 'T1078.004';
}

/**
 * Accounts, their keys and their rights are one step of an intrusion: a way to stay. Other techniques are steps of their own. A call that shows none belongs to
 * the step that the advisory tells of the same service, where it tells one.
 */
function steps(told: readonly ToldOperation[]): (operation: ToldOperation) => string {
  const step = (operation: ToldOperation): string => {
    const id = primaryOf(operation);
    return operation.source === 'iam.amazonaws.com' && /^T1(?:136|098)/.test(id) ? 'account' : id;
  };
  return (operation) => {
    if (operation.behaviour.techniques.length > 0) return step(operation);
    const others = told.filter(
      ({ source, behaviour }) => source === operation.source && behaviour.techniques.length > 0,
    );
    const [only, ...more] = new Set(others.map(step));
    return only === undefined || more.length > 0 ? step(operation) : only;
  };
}

/** Lambda's events carry the API version's date after the name. */
function eventNameItem(operations: readonly ToldOperation[]): DraftItem {
  const dated = operations.some(({ source }) => source === 'lambda.amazonaws.com');
  return {
    field: 'eventName',
    modifiers: dated ? ['startswith'] : [],
    values: operations.map(({ name, behaviour }) => ({
      literal: dated ? name.replace(/\d{8}(?:v\d+)?$/, '') : name,
      origin: { start: behaviour.start, end: behaviour.end },
    })),
  };
}

function sourceItem(source: string): DraftItem {
  return {
    field: 'eventSource',
    modifiers: [],
    values: [{ literal: source, origin: { template: 'aws-event-source' } }],
  };
}

function awsRule(key: string, group: readonly ToldOperation[]): RuleDraft {
  const first = group[0] as ToldOperation;
  const id = primaryOf(first);
  const names = group.map(({ name }) => name.replace(/\d{8}(?:v\d+)?$/, ''));
  const service = serviceName(first.source);
  const techniques = distinct(group.flatMap(({ behaviour }) => behaviour.techniques.slice(0, 1)));
  return {
    platform: 'cloud-audit-1',
    behaviour: `aws:${key}`,
    title: titleOf(`AWS ${service} ${operationTitles(names)}`),
    description: `Detects ${listed(names, 8)} calls to AWS ${service}, which the advisory reports of the actor.${whyItMatters(techniques)}`,
    level: levelOf(id, names),
    logsource: { product: 'aws', service: 'cloudtrail' },
    selections: [{ name: 'selection', alternatives: [[sourceItem(first.source), eventNameItem(group)]] }],
    condition: 'selection',
    techniques,
    falsepositives: ['Administrators and deployment pipelines that make the same calls'],
    confidence: Math.max(...group.map(({ behaviour }) => behaviour.confidence)),
  };
}

function weakRule(weak: readonly ToldOperation[], client: DraftSelection | undefined): RuleDraft | undefined {
  if (weak.length === 0) return undefined;
  const alternatives = [...groupBy(weak, ({ source }) => source)].map(([source, group]): readonly DraftItem[] => [
    sourceItem(source),
    eventNameItem(group),
  ]);
  const names = weak.map(({ name }) => name);
  const how: DraftSelection = client ?? {
    name: 'selection_client',
    alternatives: [
      [
        {
          field: 'userAgent',
          modifiers: ['contains'],
          values: CLIENTS.map((literal): DraftValue => ({ literal, origin: { template: 'aws-scripted-clients' } })),
        },
      ],
    ],
  };
  return {
    platform: 'cloud-audit-1',
    behaviour: 'aws:everyday',
    title: titleOf(`AWS Discovery And Everyday Calls From ${fromWhom(client)} - ${listed(names, 3)}`),
    description: `Detects ${listed(names, 8)} as the advisory reports them. Each call is ordinary; the client it comes from is what narrows the rule.`,
    level: client === undefined || client === FEDERATED ? 'low' : 'medium',
    logsource: { product: 'aws', service: 'cloudtrail' },
    selections: [{ name: 'selection', alternatives }, how],
    condition: `selection and ${how.name}`,
    techniques: distinct(weak.flatMap(({ behaviour }) => behaviour.techniques.slice(0, 1))).slice(0, 8),
    falsepositives: ['Scripts, inventory and backup tools that use the same client'],
    confidence: Math.max(...weak.map(({ behaviour }) => behaviour.confidence)) * 0.95,
  };
}

function fromWhom(client: DraftSelection | undefined): string {
  if (client === undefined) return 'Scripted Client';
  return client === FEDERATED ? 'Federated User' : 'Reported Source';
}

const LOUD = /^(?:T1685|T1490|T1485|T1486|T1537|T1484|T1666|T1556)/;

/** Changes that deployments and scaling make as well, all day. */
const OF_DEPLOYMENTS =
  /^(?:RunInstances|RequestSpotInstances|CreateSecurityGroup|AuthorizeSecurityGroup\w+|CreateBucket|CreateVolume|AttachVolume|CreateSnapshot|CreateImage|CreateService|CreateStack|CreateCluster|RegisterTaskDefinition|CreateLaunchTemplate|CreateAutoScalingGroup|CreateFunction|UpdateFunctionCode|UpdateFunctionConfiguration)$/;

function levelOf(id: string, names: readonly string[]): Level {
  if (LOUD.test(id) && !names.every((name) => OF_DEPLOYMENTS.test(name))) return 'high';
  if (names.every((name) => OF_DEPLOYMENTS.test(name))) return 'low';
  return names.every((name) => /^(?:Get|List|Describe)/.test(name)) ? 'low' : 'medium';
}

function serviceName(source: string): string {
  const service = source.replace(/\.amazonaws\.com$/, '');
  return SERVICE_NAMES[service] ?? service.toUpperCase();
}

const SERVICE_NAMES: Readonly<Record<string, string>> = {
  cloudtrail: 'CloudTrail',
  guardduty: 'GuardDuty',
  lambda: 'Lambda',
  secretsmanager: 'Secrets Manager',
  ssm: 'Systems Manager',
  signin: 'Sign-In',
  organizations: 'Organizations',
  config: 'Config',
  bedrock: 'Bedrock',
  sagemaker: 'SageMaker',
  logs: 'CloudWatch Logs',
  servicequotas: 'Service Quotas',
  route53: 'Route 53',
  route53resolver: 'Route 53 Resolver',
  route53domains: 'Route 53 Domains',
  'ec2-instance-connect': 'EC2 Instance Connect',
  cloudshell: 'CloudShell',
  support: 'Support',
  rolesanywhere: 'IAM Roles Anywhere',
};

/** Rules on the Google Cloud audit log: one per technique, and one for reads by service accounts. */
export function draftGcp(behaviours: readonly UntypedBehaviour[]): readonly RuleDraft[] {
  const all = toldOperations(behaviours, 'cloud-audit-2');
  const isRead = ({ name }: ToldOperation): boolean => /\.(?:get|list|aggregatedList)$/i.test(name);
  const named = all.filter((operation) => !isRead(operation));
  // A bare name beside the full one would match every other service's method of that name as well. The policy
  // of a project, which has only the bare one, stays where words tell of it.
  const alone = ({ name }: ToldOperation): boolean =>
    !named.some((other) => other.name !== name && other.name.toLowerCase().endsWith(`.${name.toLowerCase()}`));
  const ofProject = (operation: ToldOperation): boolean =>
    /^SetIamPolicy$/i.test(operation.name) && isInWords(operation) && !alone(operation);
  const told = named.filter((operation) => alone(operation) || ofProject(operation));
  const reads = gcpReadRule(all.filter(isRead));
  const stepOf = (operation: ToldOperation): string =>
    `${primaryOf(operation)}${ofProject(operation) ? ':project' : ''}`;
  const drafts = [...groupBy(told, stepOf)].map(([step, group]): RuleDraft => {
    const id = primaryOf(group[0] as ToldOperation);
    const exact = group.some(ofProject);
    const names = distinct(group.map(({ name }) => name));
    return {
      platform: 'cloud-audit-2',
      behaviour: `gcp:${step}`,
      title: titleOf(`Google Cloud ${operationTitles(names)}`),
      description: `Detects the Google Cloud methods ${listed(names, 8)}, which the advisory reports.${whyItMatters([id])}`,
      level: names.every((name) => /SetIamPolicy$/.test(name)) ? 'low' : levelOf(id, names),
      logsource: { product: 'gcp', service: 'gcp.audit' },
      selections: [
        {
          name: 'selection',
          alternatives: [
            [
              {
                field: 'protoPayload.methodName',
                modifiers: exact ? [] : ['endswith'],
                values: group.map(({ name, behaviour: { start, end } }) => ({
                  literal: name.replace(/^(?:v\d\w*|beta|alpha)\./, ''),
                  origin: { start, end },
                })),
              },
            ],
          ],
        },
      ],
      condition: 'selection',
      techniques: [id],
      falsepositives: ['Administrators and deployment pipelines that make the same calls'],
      confidence: Math.max(...group.map(({ behaviour }) => behaviour.confidence)),
    };
  });
  return reads === undefined ? drafts : [...drafts, reads];
}

/** Whether words told it ("granted the Editor role"), not its name: what they say of it is of no other operation that is named. */
function isInWords({ name, behaviour: { start, end } }: ToldOperation): boolean {
  return end - start !== name.length;
}

/** Reads fill the log of every project; told of an intrusion they are made with a workload's stolen token. */
function gcpReadRule(reads: readonly ToldOperation[]): RuleDraft | undefined {
  if (reads.length === 0) return undefined;
  const names = distinct(reads.map(({ name }) => name));
  return {
    platform: 'cloud-audit-2',
    behaviour: 'gcp:reads',
    title: titleOf(`Google Cloud Resources Read With a Service Account - ${listed(names.map(lastPart), 3)}`),
    description: `Detects ${listed(names, 8)} called with a service account. The advisory reports these reads made with a stolen token of a workload; each is ordinary, so compare the account and address with what is usual.`,
    level: 'low',
    logsource: { product: 'gcp', service: 'gcp.audit' },
    selections: [
      {
        name: 'selection',
        alternatives: [
          [
            {
              field: 'protoPayload.methodName',
              modifiers: ['endswith'],
              values: reads.map(({ name, behaviour: { start, end } }) => ({
                literal: name.replace(/^(?:v\d\w*|beta|alpha)\./, ''),
                origin: { start, end },
              })),
            },
            {
              field: 'protoPayload.authenticationInfo.principalEmail',
              modifiers: ['endswith'],
              values: [{ literal: '.gserviceaccount.com', origin: { template: 'gcp-service-accounts' } }],
            },
          ],
        ],
      },
    ],
    condition: 'selection',
    techniques: distinct(reads.flatMap(({ behaviour }) => behaviour.techniques.slice(0, 1))).slice(0, 4),
    falsepositives: ['Workloads and inventory tools that read the same resources'],
    confidence: Math.max(...reads.map(({ behaviour }) => behaviour.confidence)) * 0.95,
  };
}

function lastPart(name: string): string {
  return name.split('.').slice(-2).join('.');
}

/** Rules on the Azure activity log: one per technique. */
export function draftAzure(behaviours: readonly UntypedBehaviour[]): readonly RuleDraft[] {
  const told = toldOperations(behaviours, 'cloud-audit-3').filter(({ name }) => !/\/read$/i.test(name));
  return [...groupBy(told, primaryOf)].map(([id, group]) => {
    const names = distinct(group.map(({ name }) => name));
    return {
      platform: 'cloud-audit-3',
      behaviour: `azure:${id}`,
      title: titleOf(azureTitle(names)),
      description: `Detects the Azure operations ${listed(names, 6)}, which the advisory reports.${whyItMatters([id])}`,
      level: names.every((name) => EVERYDAY_AZURE.test(name)) ? 'low' : levelOf(id, names),
      logsource: { product: 'azure', service: 'activitylogs' },
      selections: [
        {
          name: 'selection',
          alternatives: [
            [
              {
                field: 'operationName',
                modifiers: [],
                values: group.map(({ name, behaviour: { start, end } }) => ({ literal: name, origin: { start, end } })),
              },
            ],
          ],
        },
      ],
      condition: 'selection',
      techniques: [id],
      falsepositives: ['Administrators and deployment pipelines that make the same calls'],
      confidence: Math.max(...group.map(({ behaviour }) => behaviour.confidence)),
    };
  });
}

/** Services whose resources have names that say little without them. */
const AZURE_SERVICES: Readonly<Record<string, string>> = {
  keyvault: 'Key',
  storage: 'Storage',
  cognitiveservices: 'AI Services',
  web: 'App Service',
  recoveryservices: 'Recovery Services',
  documentdb: 'Cosmos DB',
  sql: 'SQL',
  security: 'Defender',
  operationalinsights: 'Log Analytics',
  containerregistry: 'Container Registry',
  eventhub: 'Event Hub',
};

/** What the operations did, after their service where they have one in common and do not begin with its name. */
function azureTitle(names: readonly string[]): string {
  const services = distinct(names.map((name) => /^Microsoft\.([^/]+)/i.exec(name)?.[1]?.toLowerCase() ?? ''));
  const service = services.length === 1 ? AZURE_SERVICES[services[0] ?? ''] : undefined;
  const done = operationTitles(names.map(asDocumented));
  return service === undefined || done.startsWith(service) ? `Azure ${done}` : `Azure ${service} ${done}`;
}

/** Deployments write these all day. */
const EVERYDAY_AZURE =
  /\/(?:containers|sites|storageAccounts|vaults|virtualMachines|disks|snapshots|roleAssignments)\/write$/i;

/** An Azure operation in the spelling of its documentation; logs and advisories often have it in capitals. */
function asDocumented(name: string): string {
  const lower = name.toLowerCase();
  return knownOperations('azure').find((known) => known.name.toLowerCase() === lower)?.name ?? name;
}
