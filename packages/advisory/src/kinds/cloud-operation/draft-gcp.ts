import type { DraftItem, RuleDraft } from '../../draft/rule-draft.js';
import { distinct, groupBy, listed, titleNaming, titleOf } from '../../draft/text.js';
import { whyItMatters } from '../../draft/why.js';
import type { CloudOperation } from '../../model.js';
import { endsWithAny } from '../../text/ends.js';
import { callAlternatives, titleOfOnly } from '../call-ways.js';
import { operationTitles, withoutApiVersion } from '../operation-title.js';
import { isInWords, levelOf, primaryOf } from './operation-level.js';

/** Endings of methods that only read, in lower case. */
const READING_METHODS = ['.get', '.list', '.aggregatedlist', '.testiampermissions'] as const;

/** Rules on the Google Cloud audit log: one per technique, and one for reads by service accounts. */
export function draftGcp(all: readonly CloudOperation[]): readonly RuleDraft[] {
  const isRead = ({ name }: CloudOperation): boolean => endsWithAny(name.toLowerCase(), READING_METHODS);
  const named = all.filter((operation) => !isRead(operation));
  // A bare method name beside its full one would also match other services' methods, so it is left out. The policy of a project, which has
  // only the bare name, stays where words describe it.
  const alone = ({ name }: CloudOperation): boolean =>
    !named.some((other) => other.name !== name && other.name.toLowerCase().endsWith(`.${name.toLowerCase()}`));
  const ofProject = (operation: CloudOperation): boolean =>
    operation.name.toLowerCase() === 'setiampolicy' &&
    (isInWords(operation) || operation.parameters.length > 0) &&
    !alone(operation);
  const told = named.filter((operation) => alone(operation) || ofProject(operation) || operation.parameters.length > 0);
  const reads = gcpReadRule(all.filter(isRead));
  const stepOf = (operation: CloudOperation): string =>
    `${primaryOf(operation)}${ofProject(operation) ? ':project' : ''}`;
  const drafts = [...groupBy(told, stepOf)].map(([step, group]): RuleDraft => {
    const id = primaryOf(group[0] as CloudOperation);
    const exact = group.some(ofProject);
    const names = distinct(group.map(({ name }) => name));
    return {
      platform: 'gcp',
      behaviour: `gcp:${step}`,
      title: titleOf(`Google Cloud ${operationTitles(names)}${titleOfOnly(group)}`),
      description: `Detects the Google Cloud methods ${listed(names, 8)}, which the advisory reports.${whyItMatters([id])}`,
      level: group.every(({ name, parameters }) => name.endsWith('SetIamPolicy') && parameters.length === 0)
        ? 'low'
        : levelOf(id),
      logsource: { product: 'gcp', service: 'gcp.audit' },
      selections: [{ name: 'selection', alternatives: callAlternatives(group, (calls) => [methodItem(calls, exact)]) }],
      condition: 'selection',
      techniques: [id],
      falsepositives: ['Administrators and deployment pipelines that make the same calls'],
      confidence: Math.max(...group.map(({ confidence }) => confidence)),
    };
  });
  return reads === undefined ? drafts : [...drafts, reads];
}

function methodItem(operations: readonly CloudOperation[], isExact: boolean): DraftItem {
  return {
    field: 'protoPayload.methodName',
    modifiers: isExact ? [] : ['endswith'],
    values: operations.map(({ name, start, end }) => ({
      literal: withoutApiVersion(name),
      origin: { start, end },
    })),
  };
}

/** One rule on reads, which fill the log of every project. In intrusions they are made with a workload's stolen token. */
function gcpReadRule(reads: readonly CloudOperation[]): RuleDraft | undefined {
  if (reads.length === 0) return undefined;
  const names = distinct(reads.map(({ name }) => name));
  return {
    platform: 'gcp',
    behaviour: 'gcp:reads',
    title: titleNaming('Google Cloud Resources Read With a Service Account', names.map(lastPart), 3),
    description: `Detects ${listed(names, 8)} called with a service account. The advisory reports these reads made with a stolen token of a workload; each is ordinary, so compare the account and address with what is usual.`,
    level: 'low',
    logsource: { product: 'gcp', service: 'gcp.audit' },
    selections: [
      {
        name: 'selection',
        alternatives: [
          [
            {
              field: 'protoPayload.methodName',
              modifiers: ['endswith'],
              values: reads.map(({ name, start, end }) => ({
                literal: withoutApiVersion(name),
                origin: { start, end },
              })),
            },
            {
              field: 'protoPayload.authenticationInfo.principalEmail',
              modifiers: ['endswith'],
              values: [{ literal: '.gserviceaccount.com', origin: { template: 'gcp-service-accounts' } }],
            },
          ],
        ],
      },
    ],
    condition: 'selection',
    techniques: distinct(reads.flatMap(({ techniques }) => techniques.slice(0, 1))).slice(0, 4),
    falsepositives: ['Workloads and inventory tools that read the same resources'],
    confidence: Math.max(...reads.map(({ confidence }) => confidence)) * 0.95,
  };
}

function lastPart(name: string): string {
  return name.split('.').slice(-2).join('.');
}
