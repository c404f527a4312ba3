// The types that the engine's steps pass on: the document, the evidence with its attribution, and the result.

export * from './model/attribution.js';
export * from './model/behaviour.js';
export * from './model/document.js';
export * from './model/generation.js';
export * from './model/handling.js';
export * from './model/indicator.js';
export * from './model/rule-measures.js';
export * from './model/technique-model.js';
export * from './model/thing.js';
