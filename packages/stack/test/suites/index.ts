export { describeHostileBodies } from './hostile-bodies.js';
export { describePostgresAway } from './postgres-away.js';
export { describeProcess } from './process.js';
export { describeSecretAnswers } from './secret-answers.js';
export { stopTheDate } from './standing-clock.js';
