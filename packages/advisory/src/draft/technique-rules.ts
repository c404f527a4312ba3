import { awsOperations, operationsOfTechnique, type TechniqueOperation } from '@tripline/attack';
import type { PlatformId } from '@tripline/sigma';
import type { Behaviour } from '../model.js';
import { draftAws, draftAzure, draftGcp } from './cloud.js';
import { commandsOfTechnique } from './command-knowledge.js';
import { draftIdentity } from './identity.js';
import { draftKubernetes } from './kubernetes.js';
import type { DraftSelection, RuleDraft } from './rule-draft.js';

/** How sure rules from knowledge alone are: nothing says that this operation is how an actor will do it. */
const KNOWLEDGE_CONFIDENCE = 0.6;

/** Drafts for a technique from what is known of its operations and commands; every value names the knowledge as its template. */
export function draftTechniqueRules(techniqueId: string): readonly RuleDraft[] {
  const template = `technique-knowledge-${techniqueId}`;
  const behaviours = operationsOfTechnique(techniqueId).flatMap((entry) => behaviourOf(entry, techniqueId));
  const drafts = [
    ...draftAws(behaviours, undefined),
    ...draftGcp(behaviours),
    ...draftAzure(behaviours),
    ...draftKubernetes(undefined, behaviours),
    ...draftIdentity(behaviours),
    ...commandsOfTechnique(techniqueId).map((row) => commandRule(row, techniqueId, template)),
  ];
  return drafts.map((draft) => ({
    ...draft,
    techniques: [techniqueId],
    selections: draft.selections.map((s) => fromTemplate(s, template)),
  }));
}

function behaviourOf({ plane, operation }: TechniqueOperation, techniqueId: string): readonly Behaviour[] {
  const make = (
    kind: Behaviour['kind'],
    platform: PlatformId,
    value: string,
    details: Record<string, string>,
  ): Behaviour => ({
    kind,
    value,
    start: 0,
    end: 0,
    platforms: [platform],
    confidence: KNOWLEDGE_CONFIDENCE,
    role: 'narrative',
    details,
    techniques: [techniqueId],
  });
  switch (plane) {
    case 'aws': {
      const known = awsOperations(operation)[0];
      if (known === undefined) return [];
      const details = { eventSource: known.source, eventName: known.name };
      return [make('cloud-operation', 'cloud-audit-1', `${known.source}/${known.name}`, details)];
    }
    case 'gcp':
      return [make('cloud-operation', 'cloud-audit-2', operation, { methodName: operation })];
    case 'azure':
      return operation.includes('/')
        ? [make('cloud-operation', 'cloud-audit-3', operation, { operationName: operation })]
        : [];
    case 'kubernetes': {
      const [verb = '', target = ''] = operation.split(' ');
      const [resource = '', subresource] = target.split('/');
      const details = { verb, resource, ...(subresource === undefined ? {} : { subresource }) };
      return [make('kubernetes-operation', 'container-audit', operation, details)];
    }
    case 'okta':
      return [make('identity-event', 'identity-1', operation, { event: operation })];
    case 'entra_audit':
      return [make('identity-event', 'identity-2-audit', operation, { event: operation })];
    case 'entra_signin':
      return [make('identity-event', 'identity-2-signin', operation, { event: operation })];
  }
}

function fromTemplate(selection: DraftSelection, template: string): DraftSelection {
  return {
    ...selection,
    alternatives: selection.alternatives.map((items) =>
      items.map((item) => ({
        ...item,
        values: item.values.map((value) => ('template' in value.origin ? value : { ...value, origin: { template } })),
      })),
    ),
  };
}

function commandRule(
  row: ReturnType<typeof commandsOfTechnique>[number],
  techniqueId: string,
  template: string,
): RuleDraft {
  const { tool, words, meaning } = row;
  return {
    platform: 'endpoint-sysmon',
    behaviour: `technique:${tool}:${words.join(' ')}`,
    title: `${meaning.title} - ${tool}`,
    description: `Detects ${tool} with the arguments that the technique is known for.`,
    level: meaning.level,
    logsource: { category: 'process_creation', product: 'windows' },
    selections: [
      {
        name: 'selection',
        alternatives: [
          [
            { field: 'Image', modifiers: ['endswith'], values: [{ literal: `\\${tool}.exe`, origin: { template } }] },
            {
              field: 'CommandLine',
              modifiers: words.length > 1 ? ['contains', 'all'] : ['contains'],
              values: words.map((literal) => ({ literal, origin: { template } })),
            },
          ],
        ],
      },
    ],
    condition: 'selection',
    techniques: [techniqueId],
    falsepositives: ['Administrators or software that use the same options'],
    confidence: KNOWLEDGE_CONFIDENCE,
  };
}
