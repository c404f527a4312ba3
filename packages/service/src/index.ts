export { ConfigError, loadConfig } from './config.js';
export * from './errors.js';
export { createFairTurns, type FairTurns } from './fair-turns.js';
export { type ReadinessChecks, readinessHandler } from './health.js';
export { noteOnAccessLine } from './http/access-line.js';
export { createAdminApp } from './http/admin-app.js';
export { createHttpApp, type HttpAppOptions } from './http/app.js';
export { compressAnswers } from './http/compress-answers.js';
/** @public The compiler names it in the declarations of whoever makes such a file. */
export type { CsvFile } from './http/csv.js';
export { asCsv, csvFile } from './http/csv.js';
export { createDocsRouter } from './http/docs-routes.js';
export { logFailure, toAppError } from './http/error-edge.js';
export { isHeldSocketRequest } from './http/held-socket.js';
export { createByteReader, createJsonReader, parseJson } from './http/json-body.js';
export { requestIdOf } from './http/request-id.js';
export { defineRoutes, endpoint } from './http/routes.js';
export { type RunningServer, startServer } from './http/server.js';
export { createLifecycle, logWarnings } from './lifecycle.js';
export { createLog, type Logger, redact } from './log.js';
export { nameText } from './name-text.js';
export { parseNetwork } from './networks.js';
export { inTime } from './observe/in-time.js';
export { createMetrics, type Metrics } from './observe/metrics.js';
export { checkAnswers } from './openapi/check-answers.js';
export { clientDocument, OTHER_VALUES } from './openapi/client-document.js';
export { type ApiDescription, bearerScheme, KEY_SCHEME, openApiDocument } from './openapi/document.js';
export { type Described, inputsOf, type Operation, operationsById } from './openapi/operation.js';
export type { AnswerSchema, TypeOf } from './openapi/resource.js';
export * as json from './openapi/resource.js';
export { answersSecret, unmarkedSecrets } from './openapi/secret-answers.js';
export { createOutgoingAgents } from './outgoing/outgoing-agent.js';
export { outgoingFetch, readTextWithin } from './outgoing/outgoing-fetch.js';
export { proxyFor } from './outgoing/proxy-for.js';
export { openTunnel } from './outgoing/tunnel.js';
export {
  type ProcessReport,
  runProcess,
  runStorelessProcess,
} from './process.js';
export { type Repeated, repeat } from './repeat.js';
export { routeOf, UNMATCHED } from './route-pattern.js';
export { seal, unseal } from './seal.js';
/** @public npm run docs asks for them. */
export { describeSettings } from './settings/describe-settings.js';
export { limitSetting, listSetting, secretSetting, strongSecretSetting } from './settings/kinds.js';
export { type PortChoice, readPortChoice } from './settings/ports.js';
export {
  adminPortSetting,
  type CommonConfig,
  commonSettings,
  type Environment,
  type HttpConfig,
  httpSettings,
  type ProcessConfig,
  processSettings,
} from './settings/process-settings.js';
export { storeChecks } from './store/checks.js';
export { inBatches } from './store/in-batches.js';
export { createJobsUnderWay } from './store/jobs-under-way.js';
export { type Migration, type MigrationSet, runMigrations } from './store/migrations.js';
export { missingReference } from './store/missing-reference.js';
export { createDatabase, type Knex } from './store/postgres.js';
export { GAP_RULE_STATES, type GapRuleEvent, QUEUES, type TechniquesReadEvent } from './store/queues.js';
export { createRedis, type Redis, requireRedisInTime } from './store/redis.js';
export { storableJson, storableText } from './store/storable-text.js';
export { prepareThreads } from './threads.js';
export { recordSpan, traced, traceparent } from './trace.js';
export { validate } from './validate.js';
