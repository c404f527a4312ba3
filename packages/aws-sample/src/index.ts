export { type AwsSample, type AwsSampleOptions, startAwsSample } from './aws-sample.js';

export type { Fault } from './faults.js';
export type * from './inventory.js';
export { loadInventory, sampleInventory } from './load-inventory.js';
export type * from './services/services.js';
export { syntheticInventory } from './synthetic-inventory.js';
