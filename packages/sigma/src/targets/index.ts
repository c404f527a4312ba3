import { type Stack, stacksOfFamily } from '../convert/stacks.js';
import type { ProcessingPipeline } from '../pipeline/model.js';
import { cql } from './cql/index.js';
import type { TargetDescriptor } from './descriptor.js';
import { dql } from './dql/index.js';
import { eql } from './eql/index.js';
import { esql } from './esql/index.js';
import { kql } from './kql/index.js';
import { lucene } from './lucene/index.js';
import { spl } from './spl/index.js';
import { udm } from './udm/index.js';
import { xql } from './xql/index.js';
import { yaral } from './yaral/index.js';

/** All targets: the six of the API document in its order, then those that come by name. */
const TARGETS = [spl, kql, lucene, udm, dql, yaral, esql, eql, cql, xql] as const;

/** One backend id, for example `siem_spl`. */
export type TargetId = (typeof TARGETS)[number]['id'];

/** A form in which a target's product takes a whole rule, for example `sentinel-arm`. */
export type TargetForm = FormsOf<(typeof TARGETS)[number]>;
type FormsOf<T> = T extends { readonly deployFormats: infer Forms } ? keyof Forms : never;

/** The ids of all targets. */
export const TARGET_IDS: readonly [TargetId, ...TargetId[]] = TARGETS.map(({ id }) => id) as [TargetId, ...TargetId[]];

/** The six SIEM backends of the API document, in its order: what a call that names no targets means. */
export const DEFAULT_TARGET_IDS: readonly TargetId[] = TARGETS.flatMap((target) => (target.default ? [target.id] : []));

const byId: ReadonlyMap<string, TargetDescriptor<TargetId>> = new Map(TARGETS.map((target) => [target.id, target]));

/** Whether a string names a target. */
export function isTargetId(value: string): value is TargetId {
  return byId.has(value);
}

/** What is to be said of a target. */
export function describedTarget(id: TargetId): TargetDescriptor<TargetId> {
  return byId.get(id) as TargetDescriptor<TargetId>;
}

/** Whether a processing pipeline is for a target; a name that means none of ours is for no target. */
export function isFor({ backends }: ProcessingPipeline, { id, pipelineBackends }: TargetDescriptor): boolean {
  return backends === undefined || backends.some((name) => name === id || pipelineBackends.includes(name));
}

/** The targets that a processing pipeline names; those that a call without targets means where it names none. */
export function targetsOfPipeline(pipeline: ProcessingPipeline): readonly TargetId[] {
  if (pipeline.backends === undefined) return DEFAULT_TARGET_IDS;
  return TARGETS.flatMap((target) => (isFor(pipeline, target) ? [target.id] : []));
}

/** A named stack of a target. */
export interface TargetStack extends Stack {
  readonly target: TargetId;
}

/** The named stacks of a target, or of all; the default of each target first. */
export function listStacks(target?: TargetId): readonly TargetStack[] {
  return (target === undefined ? TARGET_IDS : [target]).flatMap((id) =>
    stacksOfFamily(describedTarget(id).family).map((stack) => ({ ...stack, target: id })),
  );
}
