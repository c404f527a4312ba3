import { actorOf, type OwnerScope, scopeOf } from '@tripline/auth';
import { asCsv, BadRequestError, defineRoutes, endpoint, type Knex } from '@tripline/service';
import type { Router } from 'express';
import { accountInPath, accountToChange } from '../accounts/account-access.js';
import {
  countDetections,
  type DetectionFilter,
  type DetectionSort,
  findDetections,
  listDetections,
} from '../inventory/detection-store.js';
import { detectionInPath, detectionToChange } from './detection-access.js';
import { detectionCsv, detectionRow } from './detection-csv.js';
import { detectionOperations } from './detection-operations.js';
import { DECLARATION_BYTES } from './detection-schema.js';
import { type DetectionDeps, declareDetections, tagDetection, withdrawDetection } from './detection-service.js';
import { detectionViews } from './detection-views.js';

/** Detections that a file has at most. */
const MOST_IN_FILE = 10_000;
/** Techniques of each detection in a list. */
const MOST_LISTED = 10;

/** `/accounts/{id}/detections` and `/detections/{id}`: the detections that scans found or callers declared. */
export function createDetectionRouter(deps: DetectionDeps): Router {
  const { db } = deps;
  return defineRoutes([
    endpoint(detectionOperations.listDetections, {
      find: accountInPath(db),
      handle: async ({ found, query }, req, res) => {
        const { counts = false, format, page, page_size, sort, ...filter } = query;
        if (format === 'csv') {
          const rows = await rowsOfFile(scopeOf(req), db, found.id, filter, sort);
          return void asCsv(res, 'detections').send(detectionCsv.header + detectionCsv.lines(rows));
        }
        const [{ detections, total }, counted] = await Promise.all([
          listDetections(scopeOf(req), db, found.id, filter, { page, page_size, sort }),
          counts ? countDetections(scopeOf(req), db, found.id, filter) : undefined,
        ]);
        res.json({
          cloud_account_id: found.id,
          detections: await detectionViews(db, detections, MOST_LISTED),
          total,
          page,
          page_size,
          ...(counted === undefined ? {} : { counts: counted }),
        });
      },
    }),
    endpoint(detectionOperations.declareDetections, {
      find: accountToChange(db),
      bodyLimitBytes: DECLARATION_BYTES,
      handle: async ({ body, found }, req, res) => {
        const gone = new AbortController();
        res.once('close', () => gone.abort(new Error('the caller left')));
        const caller = { scope: scopeOf(req), actor: actorOf(req), headers: req.headers, gone: gone.signal };
        const ids = await declareDetections(deps, caller, found, body);
        const detections = await detectionViews(db, await findDetections(scopeOf(req), db, ids));
        res.json({ cloud_account_id: found.id, detections, total: detections.length });
      },
    }),
    endpoint(detectionOperations.getDetection, {
      find: detectionInPath(db),
      handle: async ({ found }, _req, res) => void res.json((await detectionViews(db, [found]))[0]),
    }),
    endpoint(detectionOperations.updateDetection, {
      find: detectionToChange(db),
      handle: async ({ body, found }, req, res) => {
        await tagDetection(db, actorOf(req), found, body.tags);
        res.json((await detectionViews(db, await findDetections(scopeOf(req), db, [found.id])))[0]);
      },
    }),
    endpoint(detectionOperations.withdrawDetection, {
      find: detectionToChange(db),
      handle: async ({ found }, req, res) => {
        await withdrawDetection(db, actorOf(req), found);
        res.json({ message: `The declared detection ${found.name} has been withdrawn.` });
      },
    }),
  ]);
}

/** The rows of a file with all that match. @throws BadRequestError when they are too many for one */
async function rowsOfFile(
  scope: OwnerScope,
  db: Knex,
  accountId: string,
  filter: DetectionFilter,
  sort: DetectionSort,
) {
  const { detections, total } = await listDetections(scope, db, accountId, filter, {
    page: 1,
    page_size: MOST_IN_FILE,
    sort,
  });
  if (total > MOST_IN_FILE) {
    throw new BadRequestError(
      `Invalid query: ${total} detections match, and a file has at most ${MOST_IN_FILE}; narrow it by region, detection_type or tag.`,
    );
  }
  return (await detectionViews(db, detections)).map(detectionRow);
}
