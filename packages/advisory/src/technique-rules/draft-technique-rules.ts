import { awsOperations, coveringAwsEvents, operationsOfTechnique, type TechniqueOperation } from '@tripline/attack';
import type { PlatformName } from '@tripline/sigma';
import type { DraftChain, DraftItem, DraftSelection, RuleDraft } from '../draft/rule-draft.js';
import { listed } from '../draft/text.js';
import { whyItMatters } from '../draft/why.js';
import { draftAws } from '../kinds/cloud-operation/draft-aws.js';
import { draftAzure } from '../kinds/cloud-operation/draft-azure.js';
import { draftGcp } from '../kinds/cloud-operation/draft-gcp.js';
import { requestRules } from '../kinds/cluster-request/draft.js';
import { requestParts } from '../kinds/cluster-request/request-parts.js';
import { commandsOfTechnique } from '../kinds/command/meaning.js';
import { draftIdentityEvents } from '../kinds/identity-event/draft.js';
import { operationParameters } from '../knowledge/load.js';
import type { CloudOperation, ClusterRequest, Finding, IdentityEvent } from '../model.js';
import { behaviourRules } from './behaviour-rules.js';

/** The confidence of rules from knowledge alone: nothing says that an actor will use this operation. */
const KNOWLEDGE_CONFIDENCE = 0.6;

/** Drafts for a technique from its known operations and commands. The template of each value names its source in the knowledge. */
export function draftTechniqueRules(techniqueId: string): readonly RuleDraft[] {
  const template = `technique-knowledge-${techniqueId}`;
  const operations = operationsOfTechnique(techniqueId);
  const called = operations.flatMap((entry) => operationOf(entry, techniqueId));
  const of = (cloud: CloudOperation['cloud']) => called.filter((operation) => operation.cloud === cloud);
  const drafts = [
    ...awsRules(of('aws'), techniqueId, template),
    ...draftGcp(of('gcp')),
    ...draftAzure(of('azure')),
    ...requestRules(operations.flatMap((entry) => requestOf(entry, techniqueId))),
    ...draftIdentityEvents({ behaviours: operations.flatMap((entry) => identityEventOf(entry, techniqueId)) }),
    ...commandsOfTechnique(techniqueId).map((row) => commandRule(row, techniqueId, template)),
    ...behaviourRules(techniqueId, KNOWLEDGE_CONFIDENCE),
  ];
  return drafts.map((draft) => ({
    ...draft,
    techniques: [techniqueId],
    selections: draft.selections.map((s) => fromTemplate(s, template)),
    ...(draft.chain === undefined ? {} : { chain: chainFromTemplate(draft.chain, template) }),
  }));
}

/**
 * Rules on CloudTrail: on the operations whose main technique it is, or where there are none, on every event that would cover it, as a
 * coverage report suggests for the gap.
 */
function awsRules(own: readonly CloudOperation[], techniqueId: string, template: string): readonly RuleDraft[] {
  const events = own.length > 0 ? [] : coveringAwsEvents(techniqueId);
  const told = own.length > 0 ? own : events.map(({ source, name }) => awsCall(source, name, techniqueId));
  const drafts = [...draftAws(told, undefined, { asked: true }), ...own.flatMap(narrowedRules)].map((draft) => ({
    ...draft,
    description: describe(draft, techniqueId),
  }));
  const guessed = techniqueId.split('.', 1)[0] === GUESSING && events.some(({ name }) => name === 'ConsoleLogin');
  return guessed ? [...drafts, failedSignIns(techniqueId, template)] : drafts;
}

/** A rule on an operation as intruders are known to call it: with an administrator's policy, from any address, without MFA. */
function narrowedRules(operation: CloudOperation): readonly RuleDraft[] {
  const known = operationParameters('aws')[operation.value] ?? [];
  if (known.length === 0) return [];
  // Each is a way of its own.
  const parameters = known.map(({ title, selection }, place) => ({ title, selection, place, start: 0, end: 0 }));
  return draftAws([{ ...operation, parameters }], undefined, { asked: true }).map((draft) => ({
    ...draft,
    behaviour: `${draft.behaviour}|${operation.name}`,
  }));
}

/** Brute force and its sub-techniques: only failed sign-ins count. */
const GUESSING = 'T1110';

/** The description of an AWS rule that rests on no advisory. */
function describe({ correlation, selections }: RuleDraft, techniqueId: string): string {
  const [first, client] = selections;
  const names = (first?.alternatives ?? []).flatMap((items) =>
    (items.at(-1)?.values ?? []).map(({ literal }) => literal),
  );
  const ordinary = ' Each call is ordinary; the client it comes from is what narrows the rule.';
  const many =
    correlation === undefined ? '' : `${correlation.threshold} different calls of one identity within minutes, among `;
  return `Detects ${many}${listed(names.map(String), 8)} in AWS, which show ${techniqueId}.${client === undefined ? '' : ordinary}${whyItMatters([techniqueId])}`;
}

function failedSignIns(techniqueId: string, template: string): RuleDraft {
  const item = (field: string, literal: string): DraftItem => ({
    field,
    modifiers: [],
    values: [{ literal, origin: { template } }],
  });
  return {
    platform: 'aws',
    behaviour: 'aws:failed-sign-ins',
    title: 'AWS Console Sign-In Failed',
    description: `Detects failed sign-ins to the AWS console. One is a mistyped password: count them by user and address.${whyItMatters([techniqueId])}`,
    level: 'low',
    logsource: { product: 'aws', service: 'cloudtrail' },
    selections: [
      {
        name: 'selection',
        alternatives: [
          [
            item('eventSource', 'signin.amazonaws.com'),
            item('eventName', 'ConsoleLogin'),
            item('responseElements.ConsoleLogin', 'Failure'),
          ],
        ],
      },
    ],
    condition: 'selection',
    techniques: [techniqueId],
    falsepositives: ['Users who mistype their password'],
    confidence: KNOWLEDGE_CONFIDENCE,
  };
}

/** A finding that rests on knowledge alone. */
function known(platform: PlatformName, value: string, techniqueId: string): Finding {
  return {
    value,
    start: 0,
    end: 0,
    platforms: [platform],
    confidence: KNOWLEDGE_CONFIDENCE,
    role: 'narrative',
    techniques: [techniqueId],
  };
}

function awsCall(source: string, name: string, techniqueId: string): CloudOperation {
  const finding = known('aws', `${source}/${name}`, techniqueId);
  return { ...finding, kind: 'cloud-operation', cloud: 'aws', source, name, parameters: [] };
}

function operationOf({ plane, operation }: TechniqueOperation, techniqueId: string): readonly CloudOperation[] {
  const rest = { kind: 'cloud-operation', name: operation, parameters: [] } as const;
  switch (plane) {
    case 'aws': {
      const service = awsOperations(operation)[0];
      return service === undefined ? [] : [awsCall(service.source, service.name, techniqueId)];
    }
    case 'gcp':
      return [{ ...known('gcp', operation, techniqueId), ...rest, cloud: plane }];
    case 'azure':
      return operation.includes('/') ? [{ ...known('azure', operation, techniqueId), ...rest, cloud: plane }] : [];
    default:
      return [];
  }
}

function requestOf({ plane, operation }: TechniqueOperation, techniqueId: string): readonly ClusterRequest[] {
  if (plane !== 'kubernetes') return [];
  const finding = known('kubernetes', operation, techniqueId);
  return [{ ...finding, kind: 'cluster-request', ...requestParts(operation) }];
}

const IDENTITY_LOGS = {
  okta: 'okta',
  entra_audit: 'entra-audit',
  entra_signin: 'entra-signin',
} as const;

function identityEventOf({ plane, operation }: TechniqueOperation, techniqueId: string): readonly IdentityEvent[] {
  if (plane !== 'okta' && plane !== 'entra_audit' && plane !== 'entra_signin') return [];
  return [{ ...known(IDENTITY_LOGS[plane], operation, techniqueId), kind: 'identity-event' }];
}

function chainFromTemplate(chain: DraftChain, template: string): DraftChain {
  const then = chain.then.map((step) => ({
    ...step,
    selections: step.selections.map((s) => fromTemplate(s, template)),
  }));
  return { ...chain, then };
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
