// What the engine's stations hand on: the document, what was found in it and by whom it was done, and what it gives.

export * from './model/attribution.js';
export * from './model/behaviour.js';
export * from './model/document.js';
export * from './model/generation.js';
export * from './model/indicator.js';
