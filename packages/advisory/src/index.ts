export { findIndicators } from './indicators/find-indicators.js';
export * from './model.js';
export { AdvisoryError, type AdvisoryErrorCode } from './read/error.js';
export { read } from './read/read.js';
