import { lazyData } from '../data.js';

interface RawReads {
  readonly prefixes: Readonly<Record<string, readonly string[]>>;
  /** The services of a technique; `otherServices` has that of all that are not listed. */
  readonly techniques: Readonly<Record<string, readonly string[]>>;
  readonly otherServices: string;
}

const reads = lazyData('aws-reads.json', ({ prefixes, techniques, otherServices }: RawReads) => {
  const { every = [], ...own } = prefixes;
  return {
    every,
    own: new Map(Object.entries(own)),
    byService: new Map(
      Object.entries(techniques).flatMap(([id, sources]) => sources.map((each) => [each, id] as const)),
    ),
    otherServices,
  };
});

/**
 * The discovery technique of an AWS call that lists or describes (`ListFunctions`, `DescribeInstances`) and has no entry in the table of
 * events; undefined for other calls. Rules are tagged with it, and coverage counts it as support.
 */
export function awsReadTechnique(source: string, name: string): string | undefined {
  const { every, own, byService, otherServices } = reads();
  const service = source.toLowerCase();
  const isRead = (own.get(service) ?? every).some(
    (prefix) => name.startsWith(prefix) && /^[A-Z]/.test(name.slice(prefix.length)),
  );
  return isRead ? (byService.get(service) ?? otherServices) : undefined;
}
