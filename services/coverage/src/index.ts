export { API_PREFIX, type CoverageAppDeps, createCoverageApp } from './app.js';
export { type CoverageConfig, coverageSettings, type WorkerConfig, workerSettings } from './config.js';
export type { DetectionSubject, FoundDetection } from './detections/detection-model.js';
export type { CloudProvider, Connection, ConnectionCheck } from './providers/provider.js';
export { CallFailure, type Cell, type CloudSession } from './providers/provider.js';
export type { ScanError } from './scans/scan-model.js';
export { createScanQueue, type ScanQueue } from './scans/scan-queue.js';
export { type ScanWorker, startScanWorker } from './worker/scan-worker.js';
export { createWorkerMetrics } from './worker/worker-metrics.js';
