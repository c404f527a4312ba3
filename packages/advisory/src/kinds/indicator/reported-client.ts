import type { DraftSelection, DraftValue } from '../../draft/rule-draft.js';
import type { Indicator } from '../../model.js';
import { draftValue, VALUES_MAX } from './shared.js';

/** A selection of the advisory's user agents and addresses, which narrow everyday calls. */
export function reportedClient(indicators: readonly Indicator[]): DraftSelection | undefined {
  const of = (type: string): readonly DraftValue[] =>
    indicators
      .filter((indicator) => indicator.type === type && indicator.spans.length > 0)
      .slice(0, VALUES_MAX)
      .map(draftValue);
  const agents = of('user-agent');
  const addresses = of('ipv4');
  if (agents.length === 0 && addresses.length === 0) return undefined;
  return {
    name: 'selection_reported_source',
    alternatives: [
      ...(agents.length === 0 ? [] : [[{ field: 'userAgent', modifiers: ['contains'], values: agents }]]),
      ...(addresses.length === 0 ? [] : [[{ field: 'sourceIPAddress', modifiers: [], values: addresses }]]),
    ],
  };
}
