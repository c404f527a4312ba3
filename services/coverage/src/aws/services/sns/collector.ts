// Topics are read where rules and alarms name them (topics.ts); the cell itself has nothing to read.
export {};
