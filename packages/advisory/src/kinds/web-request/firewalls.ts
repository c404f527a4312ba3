import type { PlatformName } from '@tripline/sigma';
import type { RuleDraft } from '../../draft/rule-draft.js';

/** The fields of a web application firewall's log, by the part of a request. */
export interface Firewall {
  readonly platform: PlatformName;
  /** Its short name in the ids of rules. */
  readonly name: string;
  readonly logsource: RuleDraft['logsource'];
  readonly method: string;
  readonly path: string;
  /** The same field as the path's where the log does not separate the query. */
  readonly query: string;
  /** The prefix of a header's field; the header's name follows. */
  readonly headers: string;
  /** Absent where the log has no bodies. */
  readonly body?: string;
  readonly sender: string;
}

/** The firewalls that rules are written for. */
export const FIREWALLS: readonly Firewall[] = [
  {
    platform: 'modsecurity',
    name: 'modsecurity',
    logsource: { product: 'modsecurity' },
    method: 'transaction.request.method',
    path: 'transaction.request.uri',
    query: 'transaction.request.uri',
    headers: 'transaction.request.headers.',
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
    headers: 'httpRequest.headers.',
    sender: 'httpRequest.clientIp',
  },
];
