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
  knownOperations,
  techniquesOfOperation,
} from './operations.js';
