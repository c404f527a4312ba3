import type { DraftItem } from '../../draft/rule-draft.js';
import type { AdvisoryDocument, ClusterRequest, Span } from '../../model.js';
import { sentenceAround } from '../../segment/passage.js';

/** What made an everyday request special, and how a rule's title and description say so. */
export interface SpecialRequest {
  readonly item: DraftItem;
  readonly title: string;
  readonly description: string;
}

interface Special {
  readonly words: RegExp;
  readonly field: string;
  readonly modifiers: readonly string[];
  readonly literal: string;
  readonly title: string;
  readonly description: string;
}

/** How pods get access to their host, the most serious first. */
const POD_SPECIALS: readonly Special[] = [
  {
    words: /\bprivileged (?:\w+ )?(?:pod|container)|"?privileged"?\s*[:=]\s*true|--privileged/i,
    field: 'requestObject.spec.containers.securityContext.privileged',
    modifiers: [],
    literal: 'true',
    title: 'With Privileged Container',
    description: 'for pods with a privileged container',
  },
  {
    words: /host ?path|host(?:'s|’s)? (?:root )?file ?system|\bnode(?:'s|’s)? file ?system/i,
    field: 'requestObject.spec.volumes.hostPath.path',
    modifiers: ['startswith'],
    literal: '/',
    title: 'With Host Path Mounted',
    description: 'for pods that mount a path of their host',
  },
  {
    words: /\bhostPID\b|host(?:'s)? (?:pid|process) namespace/i,
    field: 'requestObject.spec.hostPID',
    modifiers: [],
    literal: 'true',
    title: 'In Process Namespace Of Host',
    description: 'for pods that see the processes of their host',
  },
  {
    words: /\bhostNetwork\b|host(?:'s)? network namespace/i,
    field: 'requestObject.spec.hostNetwork',
    modifiers: [],
    literal: 'true',
    title: 'In Network Of Host',
    description: 'for pods in the network of their host',
  },
  {
    words: /\bkube-system\b/,
    field: 'objectRef.namespace',
    modifiers: [],
    literal: 'kube-system',
    title: 'In System Namespace',
    description: 'in the namespace of the cluster’s own parts',
  },
];
/** Configuration that affects the whole cluster. */
const CONFIG_SPECIALS: readonly Special[] = [
  {
    words: /\bcoredns\b|\bcorefile\b/i,
    field: 'objectRef.name',
    modifiers: [],
    literal: 'coredns',
    title: 'For Cluster DNS',
    description: 'of the cluster’s name server',
  },
  {
    words: /\baws-auth\b/,
    field: 'objectRef.name',
    modifiers: [],
    literal: 'aws-auth',
    title: 'For Cluster Access',
    description: 'that says which cloud identities may use the cluster',
  },
];
const POD_SPEC = 'requestObject.spec.';

/** The same for what makes pods by a template: the requests for these pods are the cluster's own. */
function inTemplate(template: string): readonly Special[] {
  return POD_SPECIALS.map((special) => ({
    ...special,
    field: special.field.startsWith(POD_SPEC)
      ? `${POD_SPEC}${template}.spec.${special.field.slice(POD_SPEC.length)}`
      : special.field,
  }));
}

const SPECIALS: ReadonlyMap<string, readonly Special[]> = new Map([
  ['create pods', POD_SPECIALS],
  ['create deployments', inTemplate('template')],
  ['create daemonsets', inTemplate('template')],
  ['create statefulsets', inTemplate('template')],
  ['create jobs', inTemplate('template')],
  ['create cronjobs', inTemplate('jobTemplate.spec.template')],
  ['update configmaps', CONFIG_SPECIALS],
  ['patch configmaps', CONFIG_SPECIALS],
]);
/** How far from the request its circumstances may be described. */
const NEAR = 400;

/**
 * What made an everyday request special, found near it and behind the words of others before it: a privileged container, a mounted host path, the
 * system namespace.
 */
export function specialRequest(
  doc: AdvisoryDocument,
  behaviour: ClusterRequest,
  all: readonly ClusterRequest[],
): SpecialRequest | undefined {
  const before = all.filter(({ value, end }) => value !== behaviour.value && end <= behaviour.start);
  const last = before.reduce<Span>((one, other) => (other.end > one.end ? other : one), { start: 0, end: 0 });
  const told = last.end === 0 ? 0 : sentenceAround(doc.text, last.start, last.end).end;
  const from = Math.max(Math.min(told, behaviour.start), behaviour.start - NEAR, 0);
  const near = doc.text.slice(from, behaviour.end + NEAR);
  for (const { words, field, modifiers, literal, title, description } of SPECIALS.get(behaviour.value) ?? []) {
    const word = words.exec(near);
    if (word === null) continue;
    const start = from + word.index;
    const item = { field, modifiers, values: [{ literal, origin: { start, end: start + word[0].length } }] };
    return { item, title, description };
  }
  return undefined;
}
