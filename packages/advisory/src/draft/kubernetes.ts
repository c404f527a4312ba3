import type { AdvisoryDocument, Behaviour } from '../model.js';
import type { DraftItem, DraftSelection, RuleDraft } from './rule-draft.js';
import { distinct, titleOf } from './text.js';
import { whyItMatters } from './why.js';

/** Requests that every cluster's own parts make all day: a rule needs what made the actor's request special. */
const EVERYDAY = new Set(
  'create pods,list pods,list nodes,list namespaces,list services,get pods,list deployments,create deployments,get configmaps,list events,create jobs,get nodes,list configmaps,list serviceaccounts,create selfsubjectaccessreviews'.split(
    ',',
  ),
);
const SYSTEM_FILTER: DraftSelection = {
  name: 'filter_main_system',
  filter: true,
  alternatives: [
    [
      {
        field: 'user.username',
        modifiers: ['startswith'],
        values: [{ literal: 'system:', origin: { template: 'kubernetes-system-users' } }],
      },
    ],
  ],
};

/** Rules on the Kubernetes audit log: one per request told. Without a document (knowledge alone) everyday requests are left out. */
export function draftKubernetes(
  doc: AdvisoryDocument | undefined,
  behaviours: readonly Behaviour[],
): readonly RuleDraft[] {
  const best = new Map<string, Behaviour>();
  for (const behaviour of behaviours) {
    if (behaviour.kind !== 'kubernetes-operation') continue;
    const known = best.get(behaviour.value);
    if (known === undefined || behaviour.confidence > known.confidence) best.set(behaviour.value, behaviour);
  }
  return [...best.values()].flatMap((behaviour) => {
    const draft = requestRule(doc, behaviour);
    return draft === undefined ? [] : [draft];
  });
}

function requestRule(doc: AdvisoryDocument | undefined, behaviour: Behaviour): RuleDraft | undefined {
  const { verb = '', resource = '', subresource } = behaviour.details;
  const place = { start: behaviour.start, end: behaviour.end };
  const special = doc !== undefined && EVERYDAY.has(behaviour.value) ? specialItem(doc, behaviour) : undefined;
  if (EVERYDAY.has(behaviour.value) && special === undefined) return undefined;
  const items: DraftItem[] = [
    { field: 'verb', modifiers: [], values: verbsOf(verb).map((literal) => ({ literal, origin: place })) },
    { field: 'objectRef.resource', modifiers: [], values: [{ literal: resource, origin: place }] },
  ];
  if (subresource !== undefined) {
    items.push({ field: 'objectRef.subresource', modifiers: [], values: [{ literal: subresource, origin: place }] });
  }
  if (special !== undefined) items.push(special);
  const id = behaviour.techniques[0] ?? 'T1609';
  const filtered = verb === 'list' || verb === 'get' || verb === 'create' || verb === 'delete';
  const target = subresource === undefined ? resource : `${resource}/${subresource}`;
  return {
    platform: 'container-audit',
    behaviour: `kubernetes:${behaviour.value}`,
    title: titleOf(kubernetesTitle(verb, resource, subresource)),
    description: `Detects ${verb} requests on ${target} of the Kubernetes API, which the advisory reports.${whyItMatters([id])}`,
    level: verb === 'list' || verb === 'get' ? 'low' : 'medium',
    logsource: { product: 'kubernetes', service: 'audit' },
    selections: [{ name: 'selection', alternatives: [items] }, ...(filtered ? [SYSTEM_FILTER] : [])],
    condition: filtered ? `selection and not ${SYSTEM_FILTER.name}` : 'selection',
    techniques: distinct(behaviour.techniques).slice(0, 2),
    falsepositives: ['Cluster administrators and operators'],
    confidence: behaviour.confidence,
  };
}

const RESOURCE_NAMES: Readonly<Record<string, string>> = {
  clusterrolebindings: 'Cluster Role Binding',
  rolebindings: 'Role Binding',
  clusterroles: 'Cluster Role',
  serviceaccounts: 'Service Account',
  configmaps: 'Config Map',
  daemonsets: 'Daemon Set',
  cronjobs: 'Cron Job',
  certificatesigningrequests: 'Certificate Signing Request',
  validatingwebhookconfigurations: 'Validating Webhook',
  mutatingwebhookconfigurations: 'Mutating Webhook',
};
const REQUESTED: Readonly<Record<string, string>> = {
  create: 'Created',
  delete: 'Deleted',
  update: 'Changed',
  patch: 'Changed',
  list: 'Listed',
  get: 'Read',
};

/** The title of a request, as an author would write it. */
function kubernetesTitle(verb: string, resource: string, subresource: string | undefined): string {
  if (subresource === 'exec') return 'Kubernetes Command Executed In Pod';
  const name = RESOURCE_NAMES[resource] ?? resource.charAt(0).toUpperCase() + resource.slice(1);
  const part = subresource === undefined ? '' : ` ${subresource.charAt(0).toUpperCase()}${subresource.slice(1)}`;
  return `Kubernetes ${name}${part} ${REQUESTED[verb] ?? 'Requested'}`;
}

/** `list` in words is `get` or `list` in the log; what is changed can be updated or patched. */
function verbsOf(verb: string): readonly string[] {
  if (verb === 'list') return ['list', 'get'];
  return verb === 'update' || verb === 'patch' ? ['update', 'patch'] : [verb];
}

/** What made an everyday request special, told near it: a privileged container, a mounted host path, the system namespace. */
function specialItem(doc: AdvisoryDocument, behaviour: Behaviour): DraftItem | undefined {
  if (!/^create /.test(behaviour.value)) return undefined;
  const from = Math.max(0, behaviour.start - 400);
  const near = doc.text.slice(from, behaviour.end + 400);
  const word = /kube-system/.exec(near);
  if (word !== null) {
    const start = from + word.index;
    return {
      field: 'objectRef.namespace',
      modifiers: [],
      values: [{ literal: 'kube-system', origin: { start, end: start + word[0].length } }],
    };
  }
  const privileged = /privileged/i.exec(near);
  if (privileged !== null) {
    const start = from + privileged.index;
    return {
      field: 'requestObject.spec.containers.securityContext.privileged',
      modifiers: [],
      values: [{ literal: 'true', origin: { start, end: start + privileged[0].length } }],
    };
  }
  const host = /host ?path/i.exec(near);
  if (host === null) return undefined;
  const start = from + host.index;
  return {
    field: 'requestObject.spec.volumes.hostPath.path',
    modifiers: ['startswith'],
    values: [{ literal: '/', origin: { start, end: start + host[0].length } }],
  };
}
