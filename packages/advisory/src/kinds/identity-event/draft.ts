import { type Level, type PlatformName, platformId } from '@tripline/sigma';
import type { DraftItem, RuleDraft } from '../../draft/rule-draft.js';
import { distinct, groupBy, listed, titleOf, withOthers } from '../../draft/text.js';
import { whyItMatters } from '../../draft/why.js';
import { wordSet } from '../../knowledge/load.js';
import type { Behaviour, IdentityEvent } from '../../model.js';
import { BLANKS, startsWithAny } from '../../text/ends.js';
import { capitalised, stretchesWithout } from '../../text/shape.js';
import { callAlternatives, surestCall, titleOfOnly } from '../call-ways.js';
import type { Drafting } from '../kind.js';
import { doneBy } from '../operation-title.js';

/** A filter on the outcome, which narrows an everyday event. */
const notPassed = (template: string, ...results: readonly string[]): DraftItem => ({
  field: 'outcome.result',
  modifiers: [],
  values: results.map((literal) => ({ literal, origin: { template } })),
});

/** What Okta logs when FastPass saw that the page asking was not the real one. */
const FASTPASS_OUTCOME: readonly DraftItem[] = [
  {
    field: 'outcome.result',
    modifiers: [],
    values: [{ literal: 'FAILURE', origin: { template: 'okta-fastpass-phishing' } }],
  },
  {
    field: 'outcome.reason',
    modifiers: [],
    values: [{ literal: 'FastPass declined phishing attempt', origin: { template: 'okta-fastpass-phishing' } }],
  },
];

/** Rules on the identity providers' logs: one per technique and log. */
export function draftIdentityEvents({ behaviours }: Pick<Drafting, 'behaviours'>): readonly RuleDraft[] {
  return [
    ...oktaRules(told(behaviours, 'okta')),
    ...entraAuditRules(told(behaviours, 'entra-audit')),
    ...entraSigninRules(told(behaviours, 'entra-signin')),
  ];
}

function told(behaviours: readonly Behaviour[], platform: PlatformName): readonly IdentityEvent[] {
  const events = behaviours.flatMap((behaviour) =>
    behaviour.kind === 'identity-event' && behaviour.platforms.includes(platform) ? [behaviour] : [],
  );
  const places = groupBy(events, ({ value, outcome = '' }) => `${value.toLowerCase()}#${outcome}`);
  return [...places.values()].map(surestCall);
}

function oktaRules(events: readonly IdentityEvent[]): readonly RuleDraft[] {
  // The common beginning of a family of events matches each of them.
  const stems = events.map(({ value }) => value).filter((value) => value.endsWith('.lifecycle'));
  const usable = events.filter(
    ({ value, outcome, parameters = [] }) =>
      (outcome !== undefined || parameters.length > 0 || !wordSet('okta-everyday').has(value)) &&
      !stems.some((each) => value.startsWith(`${each}.`)),
  );
  return [...groupBy(usable, oktaStep)].map(([, group]) => {
    const id = group[0]?.techniques[0] ?? 'T1078.004';
    const outcome = group[0]?.outcome;
    const everyday = group.every(({ value }) => value === 'user.authentication.auth_via_mfa');
    const stem = group.some(({ value }) => value.endsWith('.lifecycle'));
    const itemsOf = (events: readonly IdentityEvent[]): readonly DraftItem[] => [
      nameItem('eventType', stem ? ['startswith'] : [], events),
      ...outcomeItems(outcome, everyday),
    ];
    return identityRule('okta', id, group, itemsOf, { product: 'okta', service: 'okta' }, 'Okta');
  });
}

/** How events must have ended, where they are told so or happen every day. */
function outcomeItems(outcome: string | undefined, isEveryday: boolean): readonly DraftItem[] {
  if (outcome === 'fastpass') return FASTPASS_OUTCOME;
  if (outcome === 'denied') return [notPassed('okta-denied', 'FAILURE', 'DENY')];
  return isEveryday ? [notPassed('okta-mfa-not-passed', 'FAILURE', 'DENY', 'UNANSWERED', 'ABANDONED')] : [];
}

function nameItem(field: string, modifiers: readonly string[], events: readonly IdentityEvent[]): DraftItem {
  return {
    field,
    modifiers,
    values: events.map(({ value, start, end }) => ({ literal: value, origin: { start, end } })),
  };
}

function oktaStep({ techniques, outcome }: IdentityEvent): string {
  return `${techniques[0] ?? 'T1078.004'}${outcome ?? ''}`;
}

function entraAuditRules(events: readonly IdentityEvent[]): readonly RuleDraft[] {
  return [...groupBy(events, (event) => event.techniques[0] ?? 'T1098')].map(([id, group]) => {
    const itemsOf = (named: readonly IdentityEvent[]): readonly DraftItem[] => [
      nameItem('properties.message', [], named),
    ];
    return identityRule('entra-audit', id, group, itemsOf, { product: 'azure', service: 'auditlogs' }, 'Entra ID');
  });
}

/** Sign-ins are described by words; each kind has its own fields. */
const SIGNIN_ITEMS: Readonly<Record<string, readonly { field: string; literal: string | number }[]>> = {
  deviceCode: [{ field: 'properties.authenticationProtocol', literal: 'deviceCode' }],
  ropc: [{ field: 'properties.authenticationProtocol', literal: 'ropc' }],
};

function entraSigninRules(events: readonly IdentityEvent[]): readonly RuleDraft[] {
  return events.flatMap((event) => {
    const fields = SIGNIN_ITEMS[event.value];
    if (fields === undefined) return [];
    const origin = { start: event.start, end: event.end };
    const items = fields.map(
      ({ field, literal }): DraftItem => ({ field, modifiers: [], values: [{ literal, origin }] }),
    );
    const id = event.techniques[0] ?? 'T1078.004';
    return [
      identityRule(
        'entra-signin',
        id,
        [event],
        () => items,
        { product: 'azure', service: 'signinlogs' },
        'Entra ID Sign-In',
      ),
    ];
  });
}

function identityRule(
  platform: PlatformName,
  id: string,
  group: readonly IdentityEvent[],
  itemsOf: (events: readonly IdentityEvent[]) => readonly DraftItem[],
  logsource: RuleDraft['logsource'],
  product: string,
): RuleDraft {
  const names = group.map(({ value }) => value);
  return {
    platform,
    behaviour: `identity:${platformId(platform)}:${id}:${group[0]?.outcome ?? (platform === 'entra-signin' ? names[0] : '')}`,
    title: titleOf(`${product} ${titleOfEvents(group)}${titleOfOnly(group)}`),
    description: `Detects ${listed(names, 6)} events of ${product}, which the advisory reports.${whyItMatters([id])}`,
    level: levelOf(id),
    logsource,
    selections: [{ name: 'selection', alternatives: callAlternatives(group, itemsOf) }],
    condition: 'selection',
    techniques: distinct([id, ...group.flatMap(({ techniques }) => techniques.slice(0, 1))]),
    falsepositives: [falsePositiveOf(group)],
    confidence: Math.max(...group.map(({ confidence }) => confidence)),
  };
}

/** Who causes the same events in ordinary work: users who sign in, or administrators. */
function falsePositiveOf(group: readonly IdentityEvent[]): string {
  const isOfUsers = ({ value, platforms }: IdentityEvent): boolean =>
    platforms.includes('entra-signin') || startsWithAny(value, EVENTS_OF_USERS);
  if (!group.every(isOfUsers)) return 'Administrators who make the same change';
  return group[0]?.outcome === undefined
    ? 'Users who travel, change their device or sign in another way than before'
    : 'Users who fail to sign in';
}

/** How Okta's events begin that users cause and not administrators. */
const EVENTS_OF_USERS = [
  'user.session.access',
  'user.session.context',
  'user.session.start',
  'user.authentication.',
  'user.risk.',
  'user.mfa.attempt',
  'policy.evaluate',
  'policy.auth_re',
  'security.session',
  'security.threat',
  'security.attack',
];

function titleOfEvents(group: readonly IdentityEvent[]): string {
  const outcome = group[0]?.outcome;
  if (outcome === 'fastpass') return 'FastPass Declined Phishing Attempt';
  const ending = outcome === 'denied' ? ' Denied' : '';
  const events = withOthers(
    group.map(({ value }) => eventTitle(value)),
    2,
  );
  return `${events}${ending}`;
}

/** Words of events that are abbreviations. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(['mfa', 'api', 'idp', 'sms', 'sso']);

/** `system.log_stream.lifecycle.deactivate` gives "Log Stream Deactivated"; activities of Entra stay as they are, capitalised. */
function eventTitle(event: string): string {
  if (event === 'deviceCode') return 'With Device Code';
  if (event === 'ropc') return 'With Password Grant';
  const words = stretchesWithout(event, `._${BLANKS}`)
    .map(({ text }) => text)
    .filter((word) => word !== 'lifecycle');
  const named = words[0] === 'system' ? words.slice(1) : words;
  if (event.endsWith('.lifecycle')) named.push('Changed');
  const last = named.at(-1) ?? '';
  const done = event.includes('.') ? doneBy(last) : undefined;
  return [...(done === undefined ? named : named.slice(0, -1)), ...(done === undefined ? [] : [done])]
    .map((word) => (ABBREVIATIONS.has(word) ? word.toUpperCase() : capitalised(word)))
    .join(' ');
}

function levelOf(id: string): Level {
  if (startsWithAny(id, ['T1484', 'T1685', 'T1539', 'T1557'])) return 'high';
  return startsWithAny(id, ['T1110', 'T1078']) ? 'low' : 'medium';
}
