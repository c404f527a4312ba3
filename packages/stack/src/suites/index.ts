export { type AwaySuite, describePostgresAway, type Replica, type ServiceOnServers } from './postgres-away.js';
export { describeProcess, type ProcessSuite } from './process.js';
