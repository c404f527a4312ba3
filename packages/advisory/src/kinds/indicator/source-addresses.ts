import type { PlatformName } from '@tripline/sigma';
import { firstOf } from '../../draft/cut.js';
import type { DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { titleOf } from '../../draft/text.js';
import type { AdvisoryDocument } from '../../model.js';
import { SHARED, selected, VALUES_MAX } from './shared.js';

/** The field of each control plane's log that has the caller's address. */
const LOGS: readonly {
  readonly platform: PlatformName;
  readonly product: string;
  readonly field: string;
  readonly logsource: RuleDraft['logsource'];
}[] = [
  {
    platform: 'aws',
    product: 'AWS',
    field: 'sourceIPAddress',
    logsource: { product: 'aws', service: 'cloudtrail' },
  },
  {
    platform: 'gcp',
    product: 'Google Cloud',
    field: 'protoPayload.requestMetadata.callerIp',
    logsource: { product: 'gcp', service: 'gcp.audit' },
  },
  {
    platform: 'azure',
    product: 'Azure',
    field: 'callerIpAddress',
    logsource: { product: 'azure', service: 'activitylogs' },
  },
  {
    platform: 'okta',
    product: 'Okta',
    field: 'client.ipAddress',
    logsource: { product: 'okta', service: 'okta' },
  },
  {
    platform: 'entra-signin',
    product: 'Entra ID',
    field: 'properties.ipAddress',
    logsource: { product: 'azure', service: 'signinlogs' },
  },
];

/** Rules on the addresses that calls of a cloud or identity provider came from, one per log. */
export function sourceAddressRules(
  addresses: readonly DraftValue[],
  logs: ReadonlySet<PlatformName>,
): readonly RuleDraft[] {
  if (addresses.length === 0) return [];
  const { kept, cut } = firstOf(addresses, VALUES_MAX, 'addresses');
  return LOGS.filter(({ platform }) => logs.has(platform)).map(({ platform, product, field, logsource }) => {
    const calls = platform === 'entra-signin' ? 'Sign-Ins' : 'Calls';
    return {
      ...SHARED,
      platform,
      behaviour: `indicators:${product.toLowerCase().replaceAll(' ', '-')}-addresses`,
      title: titleOf(`Indicator Match - ${product} ${calls} From Reported Address (${kept.length})`),
      description: `Low-level indicator rule: ${product} ${calls.toLowerCase()} from addresses that the advisory lists.`,
      logsource,
      selections: [selected(field, [], kept)],
      techniques: ['T1078.004'],
      confidence: 0.45,
      cut,
    };
  });
}

/** Words before an event that is shown as an example of a log. */
const SAMPLE = /\b(?:sample|example)\b[^.{}\n]{0,80}\b(?:events?|logs?|entr(?:y|ies))\b/i;
const SAMPLE_MAX = 3000;
/** The opening of a key's value in an event of a log. */
const IN_EVENT = /"[\w.@]{2,60}"\s*:\s*\[?\s*"$/;

/** Whether an address is in an example event of the authors: it is then their own, or invented. */
export function isOfSample({ text }: AdvisoryDocument, { origin }: DraftValue): boolean {
  if (!('start' in origin) || !IN_EVENT.test(text.slice(Math.max(0, origin.start - 80), origin.start))) return false;
  return SAMPLE.test(text.slice(Math.max(0, origin.start - SAMPLE_MAX), origin.start));
}
