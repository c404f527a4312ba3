import { isEverydayEvent } from '@tripline/attack';
import type { Level } from '@tripline/sigma';
import type { DraftCorrelation, DraftItem, DraftSelection, DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { distinct, groupBy, listed, titleNaming, titleOf } from '../../draft/text.js';
import { whyItMatters } from '../../draft/why.js';
import { wordSet, words, wordTexts } from '../../knowledge/load.js';
import { listPattern } from '../../knowledge/word-pattern.js';
import type { CloudOperation } from '../../model.js';
import { once } from '../../once.js';
import { startsWithAny, withoutEnding } from '../../text/ends.js';
import { callAlternatives, titleOfOnly } from '../call-ways.js';
import { operationTitles, withoutDate } from '../operation-title.js';
import { isHighImpact, isInWords, primaryOf } from './operation-level.js';

const READ = listPattern('^{aws-read-verbs}(?=[A-Z]|$)');
/** Calls that scripts begin with. They are part of a sequence; alone they are no sign of an intrusion. */
const FIRST_CALLS = ['GetCallerIdentity', 'AssumeRole'] as const;

/** Where an advisory mentions federation tokens, its calls were made with one. */
const FEDERATED: DraftSelection = {
  name: 'selection_federated',
  alternatives: [
    [
      {
        field: 'userIdentity.arn',
        modifiers: ['contains'],
        values: [{ literal: ':federated-user/', origin: { template: 'aws-federated-user' } }],
      },
    ],
  ],
};

/** Clients that scripts and tools call with. */
const scripted = once(
  (): DraftSelection => ({
    name: 'selection_client',
    alternatives: [
      [
        {
          field: 'userAgent',
          modifiers: ['contains'],
          values: words('aws-scripted-clients').map(
            (literal): DraftValue => ({ literal, origin: { template: 'aws-scripted-clients' } }),
          ),
        },
      ],
    ],
  }),
);

/** How many different calls of one identity are a search. */
const BURST: DraftCorrelation = {
  type: 'value_count',
  field: 'eventName',
  groupBy: ['userIdentity.arn'],
  timespan: '10m',
  threshold: 4,
};

/** How calls are told that become rules. */
interface HowTold {
  readonly asked?: boolean;
  readonly isCounted?: boolean;
  readonly isScripted?: (call: CloudOperation) => boolean;
}

/**
 * Rules on the AWS audit log: one per service and technique. Everyday and discovery calls become a rule only together with the client they
 * were made from, or as a count of several.
 * @param how.asked the calls stand for a technique that somebody asked for: calls that scripts begin with are then worth a rule too, several
 *   different discovery calls in minutes are counted, and a read that ordinary work does not make is no less than a change
 * @param how.isScripted whether a script or tool made an everyday call
 * @param how.isCounted the calls are counted or put in order by what uses the rules, which narrows everyday ones enough
 */
export function draftAws(
  told: readonly CloudOperation[],
  client: DraftSelection | undefined,
  { asked = false, isCounted = false, isScripted = () => asked }: HowTold = {},
): readonly RuleDraft[] {
  const strong = told.filter((operation) => !isWeak(operation));
  const narrowed = client ?? (strong.some(({ name }) => name === 'GetFederationToken') ? FEDERATED : undefined);
  const weak = told.filter(
    (operation) => isWeak(operation) && (!wordSet('aws-of-every-client').has(operation.name) || narrowed !== undefined),
  );
  const stepOf = steps(strong);
  // Deployments make plain calls all day; these would drown the calls that have special parameters.
  const apart = (op: CloudOperation): string => (op.parameters.length > 0 && isOfDeployments(op) ? '|told' : '');
  const keyOf = (op: CloudOperation): string => `${op.source ?? ''}|${stepOf(op)}${apart(op)}`;
  const drafts = [...groupBy(strong, keyOf)].map(([key, group]) => awsRule(key, group, asked));
  const beginning = !asked && narrowed === undefined && weak.every(({ name }) => startsWithAny(name, FIRST_CALLS));
  // One ordinary call that is only described is everybody's.
  const isOne = !asked && narrowed === undefined && weak.length === 1 && weak.every(isInWords);
  if (isCounted && weak.length > 0) return [...drafts, weakRule(weak, narrowed) as RuleDraft];
  if (beginning || isOne) return drafts;
  const isNarrow = narrowed !== undefined || weak.some(isScripted);
  const discovery = weakRule(weak, narrowed ?? (isNarrow ? scripted() : undefined));
  if (discovery === undefined) return drafts;
  if (!isNarrow) return weak.length < BURST.threshold ? drafts : [...drafts, burstOf(discovery, weak)];
  const services = [...groupBy(weak, ({ source = '' }) => source).values()];
  const isBurst = asked && narrowed === undefined && services.some((group) => group.length >= BURST.threshold);
  return [...drafts, isBurst ? burstOf(discovery, weak) : discovery];
}

/** Whether a call is an ordinary one. */
function isWeak({ name, parameters }: CloudOperation): boolean {
  return parameters.length === 0 && isEverydayCall(name);
}

/** Whether ordinary work makes a call: one of every day, or a read that tells nothing. */
export function isEverydayCall(name: string): boolean {
  return wordSet('aws-everyday').has(name) || (READ().test(name) && !wordSet('aws-telling-reads').has(name));
}

/**
 * Which step of an intrusion a call belongs to. Accounts, their keys and their rights are one step, which is persistence. Every other
 * technique is a step of its own. A call without a technique joins the step of another call to the same service, where there is one.
 */
function steps(told: readonly CloudOperation[]): (operation: CloudOperation) => string {
  const step = (operation: CloudOperation): string => {
    const id = primaryOf(operation);
    return operation.source === 'iam.amazonaws.com' && startsWithAny(id, ['T1136', 'T1098']) ? 'account' : id;
  };
  return (operation) => {
    if (operation.techniques.length > 0) return step(operation);
    const others = told.filter(({ source, techniques }) => source === operation.source && techniques.length > 0);
    const [only, ...more] = new Set(others.map(step));
    return only === undefined || more.length > 0 ? step(operation) : only;
  };
}

/** Event names of Lambda end with the date of the API version. */
function eventNameItem(operations: readonly CloudOperation[]): DraftItem {
  const dated = operations.some(({ source }) => source === 'lambda.amazonaws.com');
  return {
    field: 'eventName',
    modifiers: dated ? ['startswith'] : [],
    values: operations.map(({ name, start, end }) => ({
      literal: dated ? withoutDate(name) : name,
      origin: { start, end },
    })),
  };
}

function sourceItem(...sources: readonly string[]): DraftItem {
  return {
    field: 'eventSource',
    modifiers: [],
    values: sources.map((literal) => ({ literal, origin: { template: 'aws-event-source' } })),
  };
}

function awsRule(key: string, group: readonly CloudOperation[], asked: boolean): RuleDraft {
  const first = group[0] as CloudOperation;
  const id = primaryOf(first);
  const names = group.map(({ name }) => withoutDate(name));
  const source = first.source ?? '';
  const service = serviceName(source);
  const techniques = distinct(group.flatMap(({ techniques: ids }) => ids.slice(0, 1)));
  return {
    platform: 'aws',
    behaviour: `aws:${key}`,
    title: titleOf(`AWS ${service} ${operationTitles(names)}${titleOfOnly(group)}`),
    description: `Detects ${listed(names, 8)} calls to AWS ${service}, which the advisory reports of the actor.${whyItMatters(techniques)}`,
    level: levelOf(id, group, asked),
    logsource: { product: 'aws', service: 'cloudtrail' },
    selections: [
      {
        name: 'selection',
        alternatives: callAlternatives(group, (calls) => [sourceItem(source), eventNameItem(calls)]),
      },
    ],
    condition: 'selection',
    techniques,
    falsepositives: falsePositivesOf(service, names),
    confidence: Math.max(...group.map(({ confidence }) => confidence)),
  };
}

function weakRule(weak: readonly CloudOperation[], client: DraftSelection | undefined): RuleDraft | undefined {
  if (weak.length === 0) return undefined;
  const alternatives = [...groupBy(weak, ({ source = '' }) => source)].map(([source, group]): readonly DraftItem[] => [
    sourceItem(source),
    eventNameItem(group),
  ]);
  const names = weak.map(({ name }) => name);
  return {
    platform: 'aws',
    behaviour: 'aws:everyday',
    title: titleNaming(`AWS Discovery And Everyday Calls${fromWhom(client)}`, names, 3),
    description: `Detects ${listed(names, 8)} as the advisory reports them. Each call is ordinary; ${client === undefined ? 'several within minutes are a search' : 'the client it comes from is what narrows the rule'}.`,
    level: client === undefined || client === FEDERATED || client === scripted() ? 'low' : 'medium',
    logsource: { product: 'aws', service: 'cloudtrail' },
    selections: [{ name: 'selection', alternatives }, ...(client === undefined ? [] : [client])],
    condition: client === undefined ? 'selection' : `selection and ${client.name}`,
    techniques: distinct(weak.flatMap(({ techniques: ids }) => ids.slice(0, 1))).slice(0, 8),
    falsepositives: [
      `Scripts, inventory and backup tools that ${client === undefined ? 'make the same calls' : 'use the same client'}`,
    ],
    confidence: Math.max(...weak.map(({ confidence }) => confidence)) * 0.95,
  };
}

/** The rule on everyday calls as a count of different ones by one identity. */
function burstOf(draft: RuleDraft, weak: readonly CloudOperation[]): RuleDraft {
  const names = distinct(weak.map(({ name }) => name));
  const sources = distinct(weak.map(({ source = '' }) => source));
  const [, ...client] = draft.selections;
  const isOfClient = client.length > 0;
  const from = isOfClient ? 'From Scripted Client' : 'By One Identity';
  return {
    ...draft,
    behaviour: `aws:burst:${draft.techniques[0] ?? ''}`,
    title: titleNaming(`AWS Burst Of Different Discovery Calls ${from}`, names, 3),
    level: isOfClient ? 'medium' : 'low',
    selections: [{ name: 'selection', alternatives: [[sourceItem(...sources), eventNameItem(weak)]] }, ...client],
    correlation: BURST,
  };
}

function fromWhom(client: DraftSelection | undefined): string {
  if (client === undefined) return '';
  if (client === scripted()) return ' From Scripted Client';
  return client === FEDERATED ? ' From Federated User' : ' From Reported Source';
}

function levelOf(id: string, group: readonly CloudOperation[], asked: boolean): Level {
  const isPlain = group.every(({ parameters }) => parameters.length === 0);
  if (isPlain && group.every(isOfDeployments)) return 'low';
  const isEveryday = group.every(({ name, source = '' }) => isEverydayEvent(source, name));
  // A call that ordinary work makes all day is no alarm by itself, whatever it could be used for.
  if (isHighImpact(id) && !(isPlain && isEveryday)) return 'high';
  const isRare = asked && group.some(({ source = '', name }) => !isEverydayEvent(source, name));
  return isPlain && !isRare && group.every(({ name }) => startsWithAny(name, ['Get', 'List', 'Describe']))
    ? 'low'
    : 'medium';
}

/** Who makes such calls in ordinary work, by what they do. */
const USUAL_CALLERS: readonly (readonly [verbs: readonly string[], who: string])[] = [
  [
    ['Get', 'List', 'Describe', 'Head', 'Lookup', 'Search', 'Scan'],
    'Inventory, audit and monitoring tools that read what AWS {service} has',
  ],
  [
    ['Delete', 'Terminate', 'Remove', 'Disable', 'Stop', 'Detach', 'Deregister', 'Revoke'],
    'Administrators and pipelines that take down what AWS {service} no longer needs',
  ],
  [
    ['Create', 'Run', 'Start', 'Register', 'Import', 'Copy', 'Publish', 'Invoke'],
    'Deployments and automation that set up or run something in AWS {service}',
  ],
];
const ANY_CALLER = 'Administrators and deployment pipelines that change settings of AWS {service}';

function falsePositivesOf(service: string, names: readonly string[]): string[] {
  const who = names.map((name) => USUAL_CALLERS.find(([verbs]) => startsWithAny(name, verbs))?.[1] ?? ANY_CALLER);
  return distinct(who).map((text) => text.replace('{service}', service));
}

function isOfDeployments({ name }: CloudOperation): boolean {
  return wordSet('aws-deployments').has(withoutDate(name));
}

function serviceName(source: string): string {
  const service = withoutEnding(source, '.amazonaws.com');
  return wordTexts('aws-service-names').get(service) ?? service.toUpperCase();
}
