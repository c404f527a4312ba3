export {
  type AwsLogName,
  awsDataComponents,
  awsLogOfEvent,
  awsLogs,
  awsLogsShowing,
} from './aws-logs.js';
export { compileLogs, type LogFile, type ProvenLog, type ProvenRow, readLog } from './compile.js';
export {
  fillSelection,
  fillValues,
  type RowValues,
  type Selection,
  type SlotValue,
  type SplitValue,
  type ThingValue,
} from './fill.js';
export { loadLogs, logById, logOfSource, rowsFor } from './load.js';
export type { Log, Row, Template, TemplateScalar } from './log.js';
export type { Proof } from './prove.js';
export {
  DEEDS,
  type Deed,
  EVERYDAY,
  type Everyday,
  isDeed,
  isThing,
  KEPT,
  type Kept,
  NAMED_THINGS,
  NUMBER_THINGS,
  THINGS,
  type Thing,
} from './vocabulary.js';
