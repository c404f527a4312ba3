export { createRulesApp, type RulesAppDeps } from './app.js';
export { type BulkRunner, createBulkRunner } from './bulk/bulk-runner.js';
export { callsPerMinute, type RulesConfig, rulesSettings, rulesWorkerSettings } from './config.js';
export { createEngine, type Engine, type EngineLimits } from './engine/engine-pool.js';
export { createMailQueue } from './mail/mail-queue.js';
export { describeRulesApi } from './openapi/api-description.js';
export { purgeBin } from './rules/rule-bin.js';
export { RULE_COLUMNS, VERSION_COLUMNS } from './rules/rule-row.js';
export { rulesSchemas } from './store/schemas.js';
