import { createRequire } from 'node:module';
import type { Resource } from './manifests.js';

// The packages' CommonJS builds: their ES modules name files in a way that Node does not resolve.
const require = createRequire(import.meta.url);

/** What a model class of the `kubernetes-models` packages can do: hold a resource, and compare it with its kind's OpenAPI schema. */
type Model = new (resource: unknown) => { validate(): void };

/** The packages that carry the schemas, by API group; a group of Kubernetes' own is a folder of `kubernetes-models`. */
const PACKAGES: Readonly<Record<string, string>> = {
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

/** Faults of a resource by the schema of its `apiVersion` and `kind`, and every field that this schema does not know. */
export function faultsOf(resource: Resource): string[] {
  const group = resource.apiVersion.split('/')[0] ?? '';
  const models: Record<string, Model | undefined> = require(
    `${PACKAGES[group] ?? 'kubernetes-models'}/${resource.apiVersion}`,
  );
  const KindOf = models[resource.kind];
  if (KindOf === undefined) return [`there is no kind ${resource.kind} in ${resource.apiVersion}`];
  const seen = new Map<object, Set<string>>();
  const watched = watch(resource, seen);
  const model = new KindOf({});
  Object.assign(model, Object.fromEntries(Object.keys(resource).map((key) => [key, watched[key as keyof object]])));
  try {
    model.validate();
  } catch (error) {
    return [(error as Error).message];
  }
  return Object.entries(resource).flatMap(([key, value]) => unseen(value, key, seen));
}

/**
 * The same value, noting which fields of which object are read. Kubernetes' schemas let unknown fields pass, but a validator reads exactly
 * those that its schema names; so a field that nobody read is a misspelt one.
 */
function watch<T extends object>(value: T, seen: Map<object, Set<string>>): T {
  const read = new Set<string>();
  seen.set(value, read);
  return new Proxy(value, {
    get(target, key) {
      const inner: unknown = Reflect.get(target, key);
      if (typeof key === 'string') read.add(key);
      return typeof inner === 'object' && inner !== null ? watch(inner, seen) : inner;
    },
  });
}

function unseen(value: unknown, path: string, seen: Map<object, Set<string>>): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const read = seen.get(value);
  // A value that the schema takes whole, whatever is in it.
  if (read === undefined || read.size === 0) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    read.has(key) ? unseen(inner, `${path}.${key}`, seen) : [`${path}.${key} is not a known field`],
  );
}
