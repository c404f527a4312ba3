import type { AdvisoryDocument, Behaviour } from '../model.js';
import type { DraftValue, RuleDraft } from './rule-draft.js';
import { titleOf } from './text.js';

const URIS_MAX = 40;

/** Pages that every scanner and many visitors ask for: the path says nothing without what was sent to it. */
const ORDINARY_PATH =
  /^\/(?:xmlrpc\.php|wp-login\.php|wp-admin\/?|index\.(?:php|html?|jsp|aspx?)|login(?:\.\w+)?|admin\/?|robots\.txt|favicon\.ico|owa\/?|api\/?)$/i;

/** Rules on the web application firewalls' logs: the request paths of the exploit. */
export function draftWaf(doc: AdvisoryDocument, behaviours: readonly Behaviour[]): readonly RuleDraft[] {
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
