export { attributions } from './attribute/attributions.js';
export { attributionFeatures, classifyAttribution, type StoredAttributionModel } from './attribute/model.js';
export { findBehaviours } from './find-behaviours.js';
export { findEvidence, generate, generateFromTechnique } from './generate.js';
export { findIndicators } from './indicators/find-indicators.js';
export { compileKnowledge, type KnowledgeFile, type KnowledgeFiles } from './knowledge/compile.js';
export * from './model.js';
export { measureRule, type RuleMeasures } from './prove/measure-rule.js';
export { AdvisoryError, type AdvisoryErrorCode } from './read/error.js';
export { read } from './read/read.js';
export { findTechniques } from './techniques/find-techniques.js';
export {
  parseTechniqueModel,
  type StoredTechniqueModel,
  type TechniqueModel,
} from './techniques/model/technique-model.js';
export { type TrainingDocument, trainTechniqueModel } from './techniques/training/train-technique-model.js';
export { ENGINE_VERSION } from './version.js';
