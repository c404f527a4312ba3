export { type AwsSample, type AwsSampleOptions, startAwsSample } from './aws-sample.js';
export type { CallCount, CallReport } from './call-counts.js';
export type { CallFault, ExpireFault, Fault, FaultSubject, FaultTarget, FaultTimes } from './faults.js';
export type * from './inventory.js';
export { loadInventory, sampleInventory } from './load-inventory.js';
export type * from './services/services.js';
export { type SyntheticSize, type SyntheticThing, syntheticInventory } from './synthetic-inventory.js';
