import type { RuleDraft } from '../../draft/rule-draft.js';
import { titleOf } from '../../draft/text.js';
import { isOwnUserAgent } from '../../indicators/user-agent.js';
import type { Indicator, Span, WebRequest } from '../../model.js';
import { FIREWALLS, type Firewall } from './firewalls.js';

/**
 * Rules on who sends the requests, where the advisory describes requests to a site. Traffic of malware itself does not pass such a
 * firewall.
 */
export function senderRules(
  requests: readonly WebRequest[],
  indicators: readonly Indicator[],
  sources: readonly Indicator[],
): readonly RuleDraft[] {
  const agents = indicators.filter(
    ({ type, value, spans }) => type === 'user-agent' && spans.length > 0 && isOwnUserAgent(value),
  );
  const [agent] = agents;
  return FIREWALLS.flatMap((firewall) => [
    ...(agent === undefined
      ? []
      : [
          {
            ...watched(firewall, 'agent', firewall.header('User-Agent') ?? '', ['contains'], agents),
            title: titleOf(`Requests Sent By The Reported Tool - ${agent.value}`),
            description: 'Detects requests that carry the user agent of the tool that the advisory reports.',
            level: 'high' as const,
            techniques: ['T1595.002', 'T1190'],
            falsepositives: ['Testers who use the same tool'],
            confidence: Math.max(...requests.map(({ confidence }) => confidence)),
          },
        ]),
    ...(sources.length === 0
      ? []
      : [
          {
            ...watched(firewall, 'source', firewall.sender, [], sources),
            title: titleOf(`Indicator Match - Requests From Reported Address (${sources.length})`),
            description: 'Low-level indicator rule: requests from the addresses that the advisory reports.',
            level: 'low' as const,
            techniques: ['T1190'],
            falsepositives: ['Indicators age: addresses change hands'],
            confidence: 0.45,
          },
        ]),
  ]);
}

function watched(
  { platform, name, logsource }: Firewall,
  behaviour: string,
  field: string,
  modifiers: readonly string[],
  found: readonly Indicator[],
): Pick<RuleDraft, 'platform' | 'behaviour' | 'logsource' | 'selections' | 'condition'> {
  const values = found.map(({ value, spans }) => ({ literal: value, origin: spans[0] as Span }));
  return {
    platform,
    behaviour: `waf:${name}:${behaviour}`,
    logsource,
    selections: [{ name: 'selection', alternatives: [[{ field, modifiers, values }]] }],
    condition: 'selection',
  };
}
