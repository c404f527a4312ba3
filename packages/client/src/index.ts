export type * from './answers.js';
export { coverageBars, coverageSentence } from './coverage-bars.js';
export {
  type CoverageClient,
  CoverageRefusal,
  createCoverageClient,
  type Send,
  type SiemRuleFilter,
} from './coverage-client.js';
export { followScan } from './follow-scan.js';
export { reach, UnreachableError } from './reach.js';
export {
  createRulesClient,
  type GenerationAnswer,
  rulesAnswer,
} from './rules-client.js';
