import type { PlatformName } from '@tripline/sigma';
import type { RuleDraft } from '../../draft/rule-draft.js';

/** The fields of a log of requests to a site, by the part of a request: of a web application firewall, or of the web server itself. */
export interface Firewall {
  /** Null where the log belongs to no platform. */
  readonly platform: PlatformName | null;
  /** Its short name in the ids of rules. */
  readonly name: string;
  readonly logsource: RuleDraft['logsource'];
  readonly method: string;
  readonly path: string;
  /** The same field as the path's where the log does not separate the query. */
  readonly query: string;
  /** The field of a header; undefined where the log does not have that one. */
  header(name: string): string | undefined;
  /** Absent where the log has no bodies. */
  readonly body?: string;
  readonly sender: string;
}

/** The headers that a web server's access log may have. */
const ACCESS_LOG_HEADERS: ReadonlyMap<string, string> = new Map([
  ['user-agent', 'cs-user-agent'],
  ['referer', 'cs-referer'],
  ['cookie', 'cs-cookie'],
  ['host', 'cs-host'],
]);

/** The logs that rules are written for. */
export const FIREWALLS: readonly Firewall[] = [
  {
    platform: 'modsecurity',
    name: 'modsecurity',
    logsource: { product: 'modsecurity' },
    method: 'transaction.request.method',
    path: 'transaction.request.uri',
    query: 'transaction.request.uri',
    header: (name) => `transaction.request.headers.${name}`,
    body: 'transaction.request.body',
    sender: 'transaction.client_ip',
  },
  {
    platform: 'aws-waf',
    name: 'aws',
    logsource: { product: 'aws', service: 'waf' },
    method: 'httpRequest.httpMethod',
    path: 'httpRequest.uri',
    query: 'httpRequest.args',
    header: (name) => `httpRequest.headers.${name}`,
    sender: 'httpRequest.clientIp',
  },
  {
    platform: null,
    name: 'webserver',
    logsource: { category: 'webserver' },
    method: 'cs-method',
    path: 'cs-uri-stem',
    query: 'cs-uri-query',
    header: (name) => ACCESS_LOG_HEADERS.get(name.toLowerCase()),
    sender: 'c-ip',
  },
];
