import type { DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { titleOf } from '../../draft/text.js';
import { requestSources } from '../../indicators/request-sources.js';
import { isOwnUserAgent } from '../../indicators/user-agent.js';
import type { AdvisoryDocument, Indicator, Span, WebRequest } from '../../model.js';
import type { Drafting } from '../kind.js';

const URIS_MAX = 40;

/** Pages that every scanner and many visitors ask for: the path says nothing without what was sent to it. */
const ORDINARY_PATH =
  /^\/(?:xmlrpc\.php|wp-login\.php|wp-admin\/(?:[\w-]+\.php)?|index\.(?:php|html?|jsp|aspx?)|login(?:\.\w+)?|admin\/?|robots\.txt|favicon\.ico|owa\/?|api\/?)$/i;

/** Rules on the web application firewalls' logs: the request paths of the exploit, and who sends them. */
export function draftWebRequests({ doc, behaviours, indicators }: Drafting): readonly RuleDraft[] {
  const requests = behaviours.filter((behaviour) => behaviour.kind === 'web-request');
  if (requests.length === 0) return [];
  return [...requestRules(doc, requests), ...senderRules(requests, indicators, requestSources(doc, indicators))];
}

function requestRules(doc: AdvisoryDocument, requests: readonly WebRequest[]): readonly RuleDraft[] {
  const values = new Map<string, DraftValue>();
  let confidence = 0;
  for (const behaviour of requests) {
    const query = behaviour.value.indexOf('?');
    const literal = query > 6 ? behaviour.value.slice(0, query) : behaviour.value;
    if (
      ORDINARY_PATH.test(literal) ||
      literal.length < 6 ||
      /[<>{}\s]/.test(literal) ||
      values.has(literal.toLowerCase())
    )
      continue;
    values.set(literal.toLowerCase(), {
      literal,
      origin: { start: behaviour.start, end: behaviour.start + literal.length },
    });
    confidence = Math.max(confidence, behaviour.confidence);
  }
  if (values.size === 0) return [];
  const list = [...values.values()].slice(0, URIS_MAX);
  const cve = /\bCVE-\d{4}-\d{4,7}\b/.exec(doc.text)?.[0];
  const title = titleOf(`Exploit Request Paths${cve === undefined ? '' : ` Of ${cve}`} - ${list[0]?.literal ?? ''}`);
  const shared = {
    title,
    description: `Detects requests to the paths that the advisory reports${cve === undefined ? '' : ` for ${cve}`}.`,
    level: 'medium' as const,
    condition: 'selection',
    techniques: ['T1190'],
    falsepositives: ['Ordinary use of the same pages', 'Vulnerability scanners'],
    confidence,
  };
  const selection = (field: string): RuleDraft['selections'] => [
    { name: 'selection', alternatives: [[{ field, modifiers: ['contains'], values: list }]] },
  ];
  return [
    {
      ...shared,
      platform: 'waf-1',
      behaviour: 'waf:modsecurity:uri',
      logsource: { product: 'modsecurity' },
      selections: selection('transaction.request.uri'),
    },
    {
      ...shared,
      platform: 'waf-2',
      behaviour: 'waf:aws:uri',
      logsource: { product: 'aws', service: 'waf' },
      selections: selection('httpRequest.uri'),
    },
  ];
}

/** Who sends the requests, where the advisory tells of requests to a site: malware's own traffic passes no such firewall. */
function senderRules(
  requests: readonly WebRequest[],
  indicators: readonly Indicator[],
  sources: readonly Indicator[],
): readonly RuleDraft[] {
  const confidence = Math.max(...requests.map((request) => request.confidence));
  const agents = indicators.filter(
    ({ type, value, spans }) => type === 'user-agent' && spans.length > 0 && isOwnUserAgent(value),
  );
  const [agent] = agents;
  return [
    ...(agent === undefined
      ? []
      : onBoth('agent', 'headers.User-Agent', ['contains'], agents, {
          title: titleOf(`Requests Sent By The Reported Tool - ${agent.value}`),
          description: 'Detects requests that carry the user agent of the tool that the advisory reports.',
          level: 'high',
          techniques: ['T1595.002', 'T1190'],
          falsepositives: ['Testers who use the same tool'],
          confidence,
        })),
    ...(sources.length === 0
      ? []
      : onBoth('source', undefined, [], sources, {
          title: titleOf(`Indicator Match - Requests From Reported Address (${sources.length})`),
          description: 'Low-level indicator rule: requests from the addresses that the advisory reports.',
          level: 'low',
          techniques: ['T1190'],
          falsepositives: ['Indicators age: addresses change hands'],
          confidence: 0.45,
        })),
  ];
}

/** The same rule for both firewalls, whose logs name a request's header and its sender differently. */
function onBoth(
  behaviour: string,
  header: string | undefined,
  modifiers: readonly string[],
  found: readonly Indicator[],
  shared: Pick<RuleDraft, 'title' | 'description' | 'level' | 'techniques' | 'falsepositives' | 'confidence'>,
): readonly RuleDraft[] {
  const values = found.map(({ value, spans }): DraftValue => ({ literal: value, origin: spans[0] as Span }));
  const selections = (field: string): RuleDraft['selections'] => [
    { name: 'selection', alternatives: [[{ field, modifiers, values }]] },
  ];
  return [
    {
      ...shared,
      condition: 'selection',
      platform: 'waf-1',
      behaviour: `waf:modsecurity:${behaviour}`,
      logsource: { product: 'modsecurity' },
      selections: selections(header === undefined ? 'transaction.client_ip' : `transaction.request.${header}`),
    },
    {
      ...shared,
      condition: 'selection',
      platform: 'waf-2',
      behaviour: `waf:aws:${behaviour}`,
      logsource: { product: 'aws', service: 'waf' },
      selections: selections(header === undefined ? 'httpRequest.clientIp' : `httpRequest.${header}`),
    },
  ];
}
