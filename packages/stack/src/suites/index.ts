export { describeHostileBodies, type HostileBodySuite, type HostileRequest } from './hostile-bodies.js';
export { type AwaySuite, describePostgresAway, type Replica, type ServiceOnServers } from './postgres-away.js';
export { describeProcess, type ProcessSuite } from './process.js';
export { describeSecretAnswers, type SecretAnswerSuite } from './secret-answers.js';
export { stopTheDate } from './standing-clock.js';
