import type { DraftItem, DraftSelection, RuleDraft } from '../../draft/rule-draft.js';
import { distinct, distinctBy, groupBy, titleOf } from '../../draft/text.js';
import { whyItMatters } from '../../draft/why.js';
import { wordSet, words, wordTexts } from '../../knowledge/load.js';
import type { AdvisoryDocument, Behaviour, CallParameter, ClusterRequest } from '../../model.js';
import { capitalised } from '../../text/shape.js';
import { callAlternatives, surestCall, titleOfOnly } from '../call-ways.js';
import { countedOperations } from '../counted-operations.js';
import type { Drafting } from '../kind.js';
import { type SpecialRequest, specialRequest } from './special.js';

/** A filter that leaves out the cluster's own parts. */
const systemFilter = (): DraftSelection => ({
  name: 'filter_main_system',
  filter: true,
  alternatives: [
    [
      {
        field: 'user.username',
        modifiers: ['startswith'],
        values: words('kubernetes-own-users').map((literal) => ({
          literal,
          origin: { template: 'kubernetes-system-users' },
        })),
      },
    ],
  ],
});

interface Request {
  readonly behaviour: ClusterRequest;
  readonly verb: string;
  readonly resource: string;
  readonly subresource: string | undefined;
  readonly special: SpecialRequest | undefined;
  readonly parameters: readonly CallParameter[];
}

/** Rules on the Kubernetes audit log. Requests of the same verb and technique are one rule. */
export function draftClusterRequests({ doc, behaviours }: Drafting): readonly RuleDraft[] {
  return requestRules(behaviours, doc);
}

/** The same without a document, from knowledge alone; everyday requests are left out. */
export function requestRules(behaviours: readonly Behaviour[], doc?: AdvisoryDocument): readonly RuleDraft[] {
  const counted = countedOperations(behaviours);
  const told = behaviours.flatMap((behaviour) =>
    behaviour.kind === 'cluster-request' && !counted.has(behaviour.value.toLowerCase()) ? [behaviour] : [],
  );
  const places = groupBy(told, ({ value }) => value);
  const requests = [...places.values()].map(surestCall).flatMap((behaviour): readonly Request[] => {
    const everyday = wordSet('kubernetes-everyday').has(behaviour.value);
    const mayBeSpecial = doc !== undefined && (everyday || POD_MAKERS.has(behaviour.value));
    const special = mayBeSpecial ? specialRequest(doc, behaviour, told) : undefined;
    const { verb, resource, subresource, parameters = [] } = behaviour;
    const isOrdinary = everyday && special === undefined && parameters.length === 0;
    return isOrdinary ? [] : [{ behaviour, verb, resource, subresource, special, parameters }];
  });
  return [...groupBy(requests, stepOf)].map(([key, group]) => requestRule(key, group));
}

/** Requests that are suspicious by themselves, but whose rule is better with what the pods were given. */
const POD_MAKERS = new Set([
  'create daemonsets',
  'create cronjobs',
  'create jobs',
  'create deployments',
  'create statefulsets',
]);

function stepOf({ behaviour, verb, resource, subresource, special, parameters }: Request): string {
  if (subresource !== undefined) return `${resource}/${subresource}`;
  if (special !== undefined) return behaviour.value;
  return `${verb} ${parameters[0]?.title ?? behaviour.techniques[0] ?? resource}`;
}

function requestRule(key: string, group: readonly Request[]): RuleDraft {
  const { verb, subresource, special } = group[0] as Request;
  const behaviours = group.map(({ behaviour }) => behaviour);
  const resources = distinctBy(group, ({ resource }) => resource);
  const names = resources.map(({ resource }) => (subresource === undefined ? resource : `${resource}/${subresource}`));
  const id = behaviours[0]?.techniques[0] ?? 'T1609';
  const told = special === undefined ? '' : ` ${special.description}`;
  const filter = systemFilter();
  return {
    platform: 'kubernetes',
    behaviour: `kubernetes:${key}`,
    title: titleOf(`${kubernetesTitle(group)}${titleOfOnly(group)}`),
    description: `Detects ${verb} requests on ${names.join(', ')} of the Kubernetes API${told}, which the advisory reports.${whyItMatters([id])}`,
    level: LOW_VERBS.has(verb) && subresource === undefined && special === undefined ? 'low' : 'medium',
    logsource: { product: 'kubernetes', service: 'audit' },
    selections: [{ name: 'selection', alternatives: alternativesOf(resources) }, filter],
    condition: `selection and not ${filter.name}`,
    techniques: distinct(behaviours.flatMap(({ techniques }) => techniques.slice(0, verb === 'create' ? 2 : 1))).slice(
      0,
      2,
    ),
    falsepositives: ['Cluster administrators and operators', 'Deployment pipelines with their own service account'],
    confidence: Math.max(...behaviours.map(({ confidence }) => confidence)),
  };
}

/**
 * Requests with names by these alone, which say enough; what makes an everyday request special without a name is another alternative, since the text
 * may tell it of another request.
 */
function alternativesOf(requests: readonly Request[]): readonly (readonly DraftItem[])[] {
  const plain = requests.map((each) => (each.special === undefined ? each : { ...each, parameters: [] }));
  const named = requests.flatMap((each) =>
    each.special === undefined || each.parameters.length === 0 ? [] : [{ ...each, special: undefined }],
  );
  return [...callAlternatives(plain, requestItems), ...callAlternatives(named, requestItems)];
}

/** What requests of one verb ask for; the first says with which verb and how. */
function requestItems(requests: readonly [Request, ...Request[]]): readonly DraftItem[] {
  const [{ verb, subresource, special }] = requests;
  const places = requests.map(({ resource, behaviour: { start, end } }) => ({
    literal: resource,
    origin: { start, end },
  }));
  const origin = (places[0] as (typeof places)[number]).origin;
  const verbs = verbsOf(verb, subresource).map((literal) => ({ literal, origin }));
  const under = subresource === undefined ? [] : [{ literal: subresource, origin }];
  return [
    { field: 'verb', modifiers: [], values: verbs },
    { field: 'objectRef.resource', modifiers: [], values: places },
    ...(under.length === 0 ? [] : [{ field: 'objectRef.subresource', modifiers: [], values: under }]),
    ...(special === undefined ? [] : [special.item]),
  ];
}

/** Reads, and changes that deployment pipelines make too. */
const LOW_VERBS = new Set(['list', 'get', 'patch', 'update']);

const REQUESTED: Readonly<Record<string, string>> = {
  create: 'Created',
  delete: 'Deleted',
  update: 'Changed',
  patch: 'Changed',
  list: 'Listed',
  get: 'Read',
};
const SUBRESOURCE_TITLES: Readonly<Record<string, string>> = {
  exec: 'Command Executed In Pod',
  attach: 'Session Attached To Pod',
  portforward: 'Port Of Pod Forwarded',
  proxy: 'Kubelet API Reached Through Node Proxy',
  token: 'Service Account Token Requested',
  ephemeralcontainers: 'Debug Container Added To Pod',
};

/** The title of a rule, as an author would write it. */
function kubernetesTitle(group: readonly Request[]): string {
  const { verb, subresource, special } = group[0] as Request;
  if (subresource !== undefined && SUBRESOURCE_TITLES[subresource] !== undefined) {
    return `Kubernetes ${SUBRESOURCE_TITLES[subresource]}`;
  }
  const [name = '', second, ...more] = group.map(
    ({ resource }) => wordTexts('kubernetes-titles').get(resource) ?? capital(resource),
  );
  const names =
    second === undefined ? name : more.length === 0 ? `${name} Or ${second}` : `${name}, ${second} Or Other Resource`;
  const how = verb === 'create' && name.includes('Own Permission') ? 'Queried' : (REQUESTED[verb] ?? 'Requested');
  return `Kubernetes ${names} ${how}${special === undefined ? '' : ` ${special.title}`}`;
}

function capital(word: string): string {
  return capitalised(word);
}

/**
 * Verbs of the log for a verb of the text: `list` may be `get` or `list`; a change may be an update or a patch; a stream into a pod or
 * through a node is opened by `create` or, over a web socket, by `get`.
 */
function verbsOf(verb: string, subresource: string | undefined): readonly string[] {
  if (subresource !== undefined && ['exec', 'attach', 'portforward', 'proxy'].includes(subresource))
    return ['create', 'get'];
  if (subresource === 'ephemeralcontainers') return ['update', 'patch'];
  if (verb === 'list') return ['list', 'get'];
  return verb === 'update' || verb === 'patch' ? ['update', 'patch'] : [verb];
}
