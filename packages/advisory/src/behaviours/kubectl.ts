import type { Passage } from '../segment/passage.js';

const KUBECTL =
  /\bkubectl\s+(?:--?[\w-]{1,40}(?:[ =](?!-)[\w./:-]{1,200})?\s+){0,8}([a-z]+)(?:\s+(?:-[a-zA-Z]\s+\S{1,100}\s+|--[\w-]{1,40}(?:=\S{1,200})?\s+){0,8}([a-z][\w./-]*))?/g;
const RESOURCE_PATH =
  /(?<![\w/])(pods|serviceaccounts|nodes)\/(exec|attach|portforward|token|proxy|ephemeralcontainers)(?!\w)/g;

const VERBS: Readonly<Record<string, string>> = {
  get: 'list',
  list: 'list',
  describe: 'get',
  create: 'create',
  apply: 'create',
  delete: 'delete',
  patch: 'patch',
  edit: 'patch',
  exec: 'create pods/exec',
  cp: 'create pods/exec',
  attach: 'create pods/attach',
  'port-forward': 'create pods/portforward',
  run: 'create pods',
  debug: 'create pods',
};
const SINGULAR: Readonly<Record<string, string>> = {
  po: 'pods',
  pod: 'pods',
  secret: 'secrets',
  node: 'nodes',
  no: 'nodes',
  ns: 'namespaces',
  namespace: 'namespaces',
  deployment: 'deployments',
  deploy: 'deployments',
  ds: 'daemonsets',
  daemonset: 'daemonsets',
  sa: 'serviceaccounts',
  serviceaccount: 'serviceaccounts',
  svc: 'services',
  service: 'services',
  cm: 'configmaps',
  configmap: 'configmaps',
  role: 'roles',
  rolebinding: 'rolebindings',
  clusterrole: 'clusterroles',
  clusterrolebinding: 'clusterrolebindings',
  cronjob: 'cronjobs',
  job: 'jobs',
  event: 'events',
  token: 'serviceaccounts/token',
};
const RESOURCES = new Set([
  ...Object.values(SINGULAR),
  'pods',
  'secrets',
  'nodes',
  'namespaces',
  'deployments',
  'services',
]);

/** A Kubernetes request as the audit log has it (`list secrets`, `create pods/exec`), told by a kubectl command or a resource path. */
export interface KubernetesHit {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Kubernetes requests named by kubectl commands and sub-resource paths in a passage. */
export function kubectlOperations(passage: Passage): readonly KubernetesHit[] {
  const found: KubernetesHit[] = [];
  for (const match of passage.text.matchAll(KUBECTL)) {
    const verb = VERBS[match[1] as string];
    if (verb === undefined) continue;
    const at = { start: match.index, end: match.index + match[0].length };
    if (verb.includes(' ')) {
      found.push({ value: verb, ...at });
      continue;
    }
    const written = (match[2] ?? '').split('/')[0] ?? '';
    const resource = SINGULAR[written] ?? written;
    if (RESOURCES.has(resource)) found.push({ value: `${verb} ${resource}`, ...at });
  }
  for (const match of passage.text.matchAll(RESOURCE_PATH)) {
    found.push({ value: `create ${match[1]}/${match[2]}`, start: match.index, end: match.index + match[0].length });
  }
  return found;
}
