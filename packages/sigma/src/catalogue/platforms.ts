/** The five detection planes of the API document. */
type DetectionPlane = 'Cloud audit log' | 'Endpoint' | 'Container orchestrator' | 'Identity provider' | 'WAF';

/** The thirteen platforms of the API document, in its order. */
export const PLATFORM_IDS = [
  'cloud-audit-1',
  'cloud-audit-2',
  'cloud-audit-3',
  'endpoint-sysmon',
  'endpoint-security',
  'endpoint-powershell',
  'endpoint-auditd',
  'container-audit',
  'identity-1',
  'identity-2-signin',
  'identity-2-audit',
  'waf-1',
  'waf-2',
] as const;

/** One platform id, for example `cloud-audit-1`. */
export type PlatformId = (typeof PLATFORM_IDS)[number];

/**
 * The platforms by the names that our own code and knowledge call them, with the ids that the API document gives them. Ids belong where the
 * API, the command line and stored rules are met.
 */
const IDS = {
  aws: 'cloud-audit-1',
  gcp: 'cloud-audit-2',
  azure: 'cloud-audit-3',
  'endpoint-sysmon': 'endpoint-sysmon',
  'endpoint-security': 'endpoint-security',
  'endpoint-powershell': 'endpoint-powershell',
  'endpoint-auditd': 'endpoint-auditd',
  kubernetes: 'container-audit',
  okta: 'identity-1',
  'entra-signin': 'identity-2-signin',
  'entra-audit': 'identity-2-audit',
  modsecurity: 'waf-1',
  'aws-waf': 'waf-2',
} as const satisfies Readonly<Record<string, PlatformId>>;

/** The name of a platform, for example `aws` or `okta`. */
export type PlatformName = keyof typeof IDS;

/** The platforms' names, in the order of their ids in the API document. */
export const PLATFORM_NAMES = Object.keys(IDS) as readonly PlatformName[];

/** The id that the API gives a platform. */
export const platformId = (name: PlatformName): PlatformId => IDS[name];

const names = new Map(PLATFORM_NAMES.map((name) => [IDS[name], name] as const));

/** The name of the platform that the API gives an id. */
export function platformName(id: PlatformId): PlatformName {
  const name = names.get(id);
  if (name === undefined) throw new Error(`No platform is named for the id "${id}".`);
  return name;
}

/** A platform of the catalogue: its plane, the log source of its rules, and the fields that the API document names. */
export interface Platform {
  readonly id: PlatformId;
  readonly plane: DetectionPlane;
  /** The Sigma log source of the platform's rules; `categories` where the platform has several (Sysmon, PowerShell). */
  readonly logsource: { readonly product: string; readonly service?: string; readonly categories?: readonly string[] };
  readonly keyFields: readonly string[];
}

/** Whether a string names one of the thirteen platforms. */
export function isPlatformId(value: string): value is PlatformId {
  return (PLATFORM_IDS as readonly string[]).includes(value);
}

const SYSMON_CATEGORIES = [
  'process_creation',
  'file_event',
  'file_change',
  'file_delete',
  'create_stream_hash',
  'registry_set',
  'registry_add',
  'registry_delete',
  'registry_event',
  'network_connection',
  'dns_query',
  'image_load',
  'process_access',
  'create_remote_thread',
  'pipe_created',
  'driver_load',
  'wmi_event',
] as const;

/** The platforms with plane, log source and key fields (section "Platforms" of the API document; log sources from the Sigma taxonomy). */
export const PLATFORMS: readonly Platform[] = [
  {
    id: 'cloud-audit-1',
    plane: 'Cloud audit log',
    logsource: { product: 'aws', service: 'cloudtrail' },
    keyFields: ['eventName', 'eventSource', 'sourceIPAddress', 'userIdentity.*', 'requestParameters.*'],
  },
  {
    id: 'cloud-audit-2',
    plane: 'Cloud audit log',
    logsource: { product: 'gcp', service: 'gcp.audit' },
    keyFields: ['protoPayload.methodName', 'protoPayload.serviceName', 'protoPayload.authenticationInfo.*'],
  },
  {
    id: 'cloud-audit-3',
    plane: 'Cloud audit log',
    logsource: { product: 'azure', service: 'activitylogs' },
    keyFields: ['operationName', 'category', 'callerIpAddress', 'identity.*', 'properties.*'],
  },
  {
    id: 'endpoint-sysmon',
    plane: 'Endpoint',
    logsource: { product: 'windows', service: 'sysmon', categories: SYSMON_CATEGORIES },
    keyFields: ['Image', 'CommandLine', 'ParentImage', 'ParentCommandLine', 'TargetFilename', 'TargetObject'],
  },
  {
    id: 'endpoint-security',
    plane: 'Endpoint',
    logsource: { product: 'windows', service: 'security' },
    keyFields: ['EventID', 'SubjectUserName', 'TargetUserName', 'IpAddress', 'LogonType', 'ProcessName'],
  },
  {
    id: 'endpoint-powershell',
    plane: 'Endpoint',
    logsource: {
      product: 'windows',
      service: 'powershell',
      categories: ['ps_script', 'ps_module', 'ps_classic_start'],
    },
    keyFields: ['ScriptBlockText', 'CommandLine', 'HostApplication', 'HostName'],
  },
  {
    id: 'endpoint-auditd',
    plane: 'Endpoint',
    logsource: { product: 'linux', service: 'auditd' },
    keyFields: ['type', 'syscall', 'exe', 'key', 'uid', 'auid', 'comm', 'name'],
  },
  {
    id: 'container-audit',
    plane: 'Container orchestrator',
    logsource: { product: 'kubernetes', service: 'audit' },
    keyFields: ['verb', 'objectRef.resource', 'objectRef.namespace', 'user.username', 'sourceIPs'],
  },
  {
    id: 'identity-1',
    plane: 'Identity provider',
    logsource: { product: 'okta', service: 'okta' },
    keyFields: ['eventType', 'actor.alternateId', 'outcome.result', 'client.ipAddress', 'target[].type'],
  },
  {
    id: 'identity-2-signin',
    plane: 'Identity provider',
    logsource: { product: 'azure', service: 'signinlogs' },
    keyFields: ['properties.userPrincipalName', 'properties.ipAddress', 'properties.status.errorCode'],
  },
  {
    id: 'identity-2-audit',
    plane: 'Identity provider',
    logsource: { product: 'azure', service: 'auditlogs' },
    keyFields: ['properties.operationType', 'properties.targetResources[].type', 'properties.result'],
  },
  {
    id: 'waf-1',
    plane: 'WAF',
    logsource: { product: 'modsecurity' },
    keyFields: ['transaction.client_ip', 'transaction.request.uri', 'rule.id', 'rule.severity', 'rule.msg'],
  },
  {
    id: 'waf-2',
    plane: 'WAF',
    logsource: { product: 'aws', service: 'waf' },
    keyFields: ['action', 'terminatingRuleId', 'httpRequest.clientIp', 'httpRequest.uri', 'httpRequest.httpMethod'],
  },
];
