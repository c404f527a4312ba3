export { findBehaviours } from './behaviours/find-behaviours.js';
export { findEvidence, generate, generateFromTechnique } from './generate.js';
export { findIndicators } from './indicators/find-indicators.js';
export * from './model.js';
export { AdvisoryError, type AdvisoryErrorCode } from './read/error.js';
export { read } from './read/read.js';
export { findTechniques } from './techniques/find-techniques.js';
export { ENGINE_DATE, ENGINE_VERSION } from './version.js';
