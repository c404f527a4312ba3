import { isOwnUserAgent } from '../indicators/user-agent.js';
import type { AdvisoryDocument, Behaviour, Indicator, Span } from '../model.js';
import type { DraftValue, RuleDraft } from './rule-draft.js';
import { titleOf } from './text.js';

const URIS_MAX = 40;

/** Pages that every scanner and many visitors ask for: the path says nothing without what was sent to it. */
const ORDINARY_PATH =
  /^\/(?:xmlrpc\.php|wp-login\.php|wp-admin\/?|index\.(?:php|html?|jsp|aspx?)|login(?:\.\w+)?|admin\/?|robots\.txt|favicon\.ico|owa\/?|api\/?)$/i;

/** Rules on the web application firewalls' logs: the request paths of the exploit, and the tool that sends them. */
export function draftWaf(
  doc: AdvisoryDocument,
  behaviours: readonly Behaviour[],
  indicators: readonly Indicator[],
): readonly RuleDraft[] {
  return [...requestRules(doc, behaviours), ...toolRules(behaviours, indicators)];
}

function requestRules(doc: AdvisoryDocument, behaviours: readonly Behaviour[]): readonly RuleDraft[] {
  const values = new Map<string, DraftValue>();
  let confidence = 0;
  for (const behaviour of behaviours) {
    if (behaviour.kind !== 'web-request') continue;
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

/** The actor's own tool by its user agent, where the advisory tells of requests to a site: malware's own traffic passes no such firewall. */
function toolRules(behaviours: readonly Behaviour[], indicators: readonly Indicator[]): readonly RuleDraft[] {
  const requests = behaviours.filter(({ kind }) => kind === 'web-request');
  const agents = indicators.filter(
    ({ type, value, spans }) => type === 'user-agent' && spans.length > 0 && isOwnUserAgent(value),
  );
  const first = agents[0];
  if (first === undefined || requests.length === 0) return [];
  const values = agents.map(({ value, spans }): DraftValue => ({ literal: value, origin: spans[0] as Span }));
  const rule = (field: string): Omit<RuleDraft, 'platform' | 'behaviour' | 'logsource'> => ({
    title: titleOf(`Requests Sent By The Reported Tool - ${first.value}`),
    description: 'Detects requests that carry the user agent of the tool that the advisory reports.',
    level: 'high',
    selections: [{ name: 'selection', alternatives: [[{ field, modifiers: ['contains'], values }]] }],
    condition: 'selection',
    techniques: ['T1595.002', 'T1190'],
    falsepositives: ['Testers who use the same tool'],
    confidence: Math.max(...requests.map(({ confidence }) => confidence)),
  });
  return [
    {
      ...rule('transaction.request.headers.User-Agent'),
      platform: 'waf-1',
      behaviour: 'waf:modsecurity:agent',
      logsource: { product: 'modsecurity' },
    },
    {
      ...rule('httpRequest.headers.User-Agent'),
      platform: 'waf-2',
      behaviour: 'waf:aws:agent',
      logsource: { product: 'aws', service: 'waf' },
    },
  ];
}
