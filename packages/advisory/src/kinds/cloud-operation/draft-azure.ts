import { knownOperations } from '@tripline/attack';
import type { DraftItem, RuleDraft } from '../../draft/rule-draft.js';
import { distinct, groupBy, listed, titleOf } from '../../draft/text.js';
import { whyItMatters } from '../../draft/why.js';
import { wordSet, wordTexts } from '../../knowledge/load.js';
import type { CloudOperation } from '../../model.js';
import { hasEnding } from '../../text/ends.js';
import { callAlternatives, titleOfOnly } from '../call-ways.js';
import { operationTitles } from '../operation-title.js';
import { levelOf, primaryOf } from './operation-level.js';

/** Rules on the Azure activity log: one per technique. */
export function draftAzure(operations: readonly CloudOperation[]): readonly RuleDraft[] {
  const told = operations.filter(({ name }) => !hasEnding(name, '/read'));
  return [...groupBy(told, primaryOf)].map(([id, group]) => {
    const names = distinct(group.map(({ name }) => name));
    return {
      platform: 'azure',
      behaviour: `azure:${id}`,
      title: titleOf(`${azureTitle(names)}${titleOfOnly(group)}`),
      description: `Detects the Azure operations ${listed(names, 6)}, which the advisory reports.${whyItMatters([id])}`,
      level: group.every(({ name, parameters }) => isOfDeployments(name) && parameters.length === 0)
        ? 'low'
        : levelOf(id),
      logsource: { product: 'azure', service: 'activitylogs' },
      selections: [{ name: 'selection', alternatives: callAlternatives(group, operationItems) }],
      condition: 'selection',
      techniques: [id],
      falsepositives: ['Administrators and deployment pipelines that make the same calls'],
      confidence: Math.max(...group.map(({ confidence }) => confidence)),
    };
  });
}

function operationItems(operations: readonly CloudOperation[]): readonly DraftItem[] {
  const values = operations.map(({ name, start, end }) => ({ literal: name, origin: { start, end } }));
  return [{ field: 'operationName', modifiers: [], values }];
}

/** What the operations did; with their service before it where they share one and do not begin with its name. */
function azureTitle(names: readonly string[]): string {
  const services = distinct(names.map((name) => name.slice('Microsoft.'.length).split('/', 1)[0]?.toLowerCase() ?? ''));
  const service = services.length === 1 ? wordTexts('azure-service-names').get(services[0] ?? '') : undefined;
  const done = operationTitles(names.map(asDocumented));
  return service === undefined || done.startsWith(service) ? `Azure ${done}` : `Azure ${service} ${done}`;
}

function isOfDeployments(name: string): boolean {
  const [verb, resource = ''] = name.toLowerCase().split('/').slice(1).reverse();
  return verb === 'write' && wordSet('azure-deployments').has(resource);
}

/** An Azure operation in the spelling of its documentation; logs and advisories often have it in capitals. */
function asDocumented(name: string): string {
  const lower = name.toLowerCase();
  return knownOperations('azure').find((known) => known.name.toLowerCase() === lower)?.name ?? name;
}
