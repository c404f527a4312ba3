import type { DraftSelection, DraftValue } from '../../draft/rule-draft.js';
import type { Indicator } from '../../model.js';
import { draftValue, VALUES_MAX } from './shared.js';

/** A shorter part of a user agent is in too many others. */
const SHORTEST = 5;
/** What stands for a version that the authors do not show. */
const HIDDEN = ['X.X', '<'];
/** Clients of everybody, of which the name alone narrows nothing. */
const EVERYBODYS = new Set(['aws-cli/', 'boto3/', 'botocore/', 'python/', 'mozilla/']);

/** A user agent up to the first version that stands for another; undefined where what is left is everybody's. */
function known(value: DraftValue): DraftValue | undefined {
  const text = String(value.literal);
  const hidden = HIDDEN.map((mark) => text.indexOf(mark)).filter((at) => at >= 0);
  if (hidden.length === 0) return value;
  const literal = text.slice(0, Math.min(...hidden));
  const { origin } = value;
  if (literal.length < SHORTEST || EVERYBODYS.has(literal.toLowerCase())) return undefined;
  return { literal, origin: 'start' in origin ? { start: origin.start, end: origin.start + literal.length } : origin };
}

/** A selection of the advisory's addresses and of those user agents that may call AWS: they narrow everyday calls. */
export function reportedClient(
  indicators: readonly Indicator[],
  mayCall: (agent: Indicator) => boolean,
): DraftSelection | undefined {
  const of = (type: string): readonly DraftValue[] =>
    indicators
      .filter(
        (indicator) =>
          indicator.type === type && indicator.spans.length > 0 && (type !== 'user-agent' || mayCall(indicator)),
      )
      .slice(0, VALUES_MAX)
      .map(draftValue);
  const agents = of('user-agent').flatMap((agent) => known(agent) ?? []);
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
