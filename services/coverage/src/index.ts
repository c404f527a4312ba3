export { API_PREFIX, type CoverageAppDeps, createCoverageApp } from './app.js';
export { type CoverageConfig, coverageSettings, type WorkerConfig, workerSettings } from './config.js';
export type { CloudProvider, Connection, ConnectionCheck } from './providers/provider.js';
