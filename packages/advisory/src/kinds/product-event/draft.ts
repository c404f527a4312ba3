import type { RuleDraft } from '../../draft/rule-draft.js';
import { distinct, groupBy, listed, titleOf } from '../../draft/text.js';
import { whyItMatters } from '../../draft/why.js';
import type { ProductEvent } from '../../model.js';
import type { Drafting } from '../kind.js';
import { operationTitles } from '../operation-title.js';
import { googleCloudMethod } from './google-cloud-method.js';

/**
 * Rules on the Google Cloud audit log, one per technique: it has Google Workspace's administrator and login events where the two are
 * shared. No platform has the logs of Microsoft 365 and GitHub.
 */
export function draftProductEvents({ behaviours }: Pick<Drafting, 'behaviours'>): readonly RuleDraft[] {
  const best = new Map<string, ProductEvent>();
  for (const behaviour of behaviours) {
    if (behaviour.kind !== 'product-event' || !behaviour.platforms.includes('gcp')) continue;
    // An event without a technique happens on every working day.
    if (behaviour.techniques.length === 0) continue;
    const known = best.get(behaviour.value);
    if (known === undefined || behaviour.confidence > known.confidence) best.set(behaviour.value, behaviour);
  }
  return [...groupBy([...best.values()], ({ techniques }) => techniques[0] ?? '')].map(([id, group]) => {
    const methods = group.flatMap(({ value, start, end }) => {
      const literal = googleCloudMethod(value);
      return literal === undefined ? [] : [{ literal, origin: { start, end } }];
    });
    const names = distinct(group.map(({ value }) => value));
    return {
      platform: 'gcp',
      behaviour: `google-workspace:${id}`,
      title: titleOf(`Google Workspace ${operationTitles(methods.map(({ literal }) => literal))}`),
      description: `Detects ${listed(names, 8)} of Google Workspace, which the advisory reports. Google Cloud has these events where Google Workspace shares its audit logs with it.${whyItMatters([id])}`,
      level: 'medium',
      logsource: { product: 'gcp', service: 'gcp.audit' },
      selections: [
        {
          name: 'selection',
          alternatives: [[{ field: 'protoPayload.methodName', modifiers: [], values: methods }]],
        },
      ],
      condition: 'selection',
      techniques: [id],
      falsepositives: ['Administrators who make the same change'],
      confidence: Math.max(...group.map(({ confidence }) => confidence)),
    };
  });
}
