export { API_PREFIX, type CoverageAppDeps, createCoverageApp } from './app.js';
export { type CoverageConfig, coverageSettings, type WorkerConfig, workerSettings } from './config.js';
