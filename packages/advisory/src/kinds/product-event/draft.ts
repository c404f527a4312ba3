import type { DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { distinct, groupBy, listed, titleOf } from '../../draft/text.js';
import { whyItMatters } from '../../draft/why.js';
import { wordSet } from '../../knowledge/load.js';
import type { ProductEvent } from '../../model.js';
import { callAlternatives, surestCall, titleOfOnly } from '../call-ways.js';
import type { Drafting } from '../kind.js';
import { operationTitles } from '../operation-title.js';
import { googleCloudMethod } from './google-cloud-method.js';

/** Where the events of a product are logged, and how its rules read. */
interface ProductLog {
  /** Null where none of the platforms has the log. */
  readonly platform: RuleDraft['platform'];
  readonly name: string;
  /** Where the log is kept, for a rule's description. */
  readonly kept: string;
  readonly logsource: RuleDraft['logsource'];
  readonly field: string;
  /** An event's name as the log has it; undefined where it has none. */
  readonly inLog: (name: string) => string | undefined;
}

const LOGS: Readonly<Record<ProductEvent['product'], ProductLog>> = {
  // Its administrator and login events stand in the audit log of Google Cloud where the two are shared.
  'google-workspace': {
    platform: 'gcp',
    name: 'Google Workspace',
    kept: 'Google Cloud has these events where Google Workspace shares its audit logs with it.',
    logsource: { product: 'gcp', service: 'gcp.audit' },
    field: 'protoPayload.methodName',
    inLog: googleCloudMethod,
  },
  m365: {
    platform: null,
    name: 'Microsoft 365',
    kept: 'They stand in the unified audit log.',
    logsource: { product: 'm365', service: 'audit' },
    field: 'Operation',
    inLog: (name) => name,
  },
  github: {
    platform: null,
    name: 'GitHub',
    kept: 'They stand in the audit log of the organisation or enterprise.',
    logsource: { product: 'github', service: 'audit' },
    field: 'action',
    inLog: (name) => name,
  },
};

/** Rules on the audit logs of Microsoft 365, Google Workspace and GitHub, one per product and technique. */
export function draftProductEvents({ behaviours }: Pick<Drafting, 'behaviours'>): readonly RuleDraft[] {
  const told: ProductEvent[] = [];
  for (const behaviour of behaviours) {
    // An event without a technique happens on every working day, and so do some that have one.
    if (behaviour.kind !== 'product-event' || behaviour.techniques.length === 0) continue;
    if (wordSet('everyday-product-events').has(behaviour.value)) continue;
    if (LOGS[behaviour.product].inLog(behaviour.value) === undefined) continue;
    told.push(behaviour);
  }
  const places = groupBy(told, ({ product, value }) => `${product}:${value}`);
  const groups = groupBy(
    [...places.values()].map(surestCall),
    ({ product, techniques }) => `${product}:${techniques[0] ?? ''}`,
  );
  return [...groups].flatMap(([key, [first, ...others]]) =>
    first === undefined ? [] : [productRule(key, [first, ...others])],
  );
}

/** One rule on events of one product with one technique; `key` says both. */
function productRule(key: string, group: readonly [ProductEvent, ...ProductEvent[]]): RuleDraft {
  const [{ product, techniques }] = group;
  const { platform, name, kept, logsource, field, inLog } = LOGS[product];
  const valuesOf = (events: readonly ProductEvent[]): readonly DraftValue[] =>
    events.flatMap(({ value, start, end }) => {
      const literal = inLog(value);
      return literal === undefined ? [] : [{ literal, origin: { start, end } }];
    });
  const names = valuesOf(group).map(({ literal }) => String(literal));
  const ids = techniques.slice(0, 1);
  return {
    platform,
    behaviour: key,
    title: titleOf(`${name} ${operationTitles(names)}${titleOfOnly(group)}`),
    description: `Detects ${listed(distinct(group.map(({ value }) => value)), 8)} of ${name}, which the advisory reports. ${kept}${whyItMatters(ids)}`,
    level: 'medium',
    logsource,
    selections: [
      {
        name: 'selection',
        alternatives: callAlternatives(group, (events) => [{ field, modifiers: [], values: valuesOf(events) }]),
      },
    ],
    condition: 'selection',
    techniques: ids,
    falsepositives: ['Administrators who make the same change'],
    confidence: Math.max(...group.map(({ confidence }) => confidence)),
  };
}
