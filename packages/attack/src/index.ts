export {
  attackCopyright,
  attackVersion,
  type Prevalence,
  type Tactic,
  type Technique,
  tactic,
  tactics,
  technique,
  techniques,
  techniquesByName,
  techniquesOfPlatform,
} from './catalogue.js';
export { currentId, tacticTag, techniqueTag } from './crosswalk.js';
export type { TechniqueHint } from './hint.js';
export * from './knowledge.js';
export {
  awsOperations,
  type Cloud,
  type CloudOperation,
  isKnownGcpMethod,
  knownOperations,
  techniquesOfOperation,
} from './operations.js';
export { type OperationPlane, operationsOfTechnique, type TechniqueOperation } from './primary.js';
