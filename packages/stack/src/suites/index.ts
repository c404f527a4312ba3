export { describeHostileBodies, type HostileBodySuite, type HostileRequest } from './hostile-bodies.js';
export { type AwaySuite, describePostgresAway, type Replica, type ServiceOnServers } from './postgres-away.js';
export { describeProcess, type ProcessSuite } from './process.js';
export { stopTheDate } from './standing-clock.js';
