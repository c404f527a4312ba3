import { listLogs } from '@tripline/advisory';
import { defineRoutes, endpoint } from '@tripline/service';
import { PLATFORMS } from '@tripline/sigma';
import type { Router } from 'express';
import { succeed } from '../envelope.js';
import { BACKENDS } from './backends.js';
import { catalogueOperations } from './catalogue-operations.js';

/** `GET /v1/backends` and `GET /v1/platforms`: public, the tables of the API document. */
export function createCatalogueRouter(): Router {
  const platforms = PLATFORMS.map(({ id, plane, logsource, keyFields }) => ({ id, plane, logsource, keyFields }));
  const logs = listLogs();
  return defineRoutes([
    endpoint(catalogueOperations.listBackends, { handle: (_input, _req, res) => succeed(res, { backends: BACKENDS }) }),
    endpoint(catalogueOperations.listPlatforms, { handle: (_input, _req, res) => succeed(res, { platforms, logs }) }),
  ]);
}
