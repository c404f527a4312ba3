import { actorOf, scopeOf } from '@tripline/auth';
import { asCsv, BadRequestError, defineRoutes, endpoint } from '@tripline/service';
import type { Router } from 'express';
import { accountInPath, accountToChange } from '../accounts/account-access.js';
import {
  countDetections,
  findDetections,
  listDetections,
  type StoredDetection,
  techniquesOf,
} from '../inventory/detection-store.js';
import { overridesOf } from '../inventory/override-store.js';
import { lastProofOf } from '../inventory/proof-store.js';
import { lastProofView } from '../inventory/proof-view.js';
import { detectionInPath, detectionToChange } from './detection-access.js';
import { detectionCsv, detectionRow } from './detection-csv.js';
import { detectionOperations } from './detection-operations.js';
import { DECLARATION_BYTES } from './detection-schema.js';
import { type DetectionDeps, declareDetections, tagDetection, withdrawDetection } from './detection-service.js';
import { detectionView, withOverrides } from './detection-view.js';

/** Detections that a file has at most. */
const MOST_IN_FILE = 10_000;
/** Techniques of each detection in a list. */
const MOST_LISTED = 10;

/** `/accounts/{id}/detections` and `/detections/{id}`: the detections that scans found or callers declared. */
export function createDetectionRouter(deps: DetectionDeps): Router {
  const { db } = deps;
  const view = async (detections: readonly StoredDetection[], most?: number) => {
    const ids = detections.map(({ id }) => id);
    const [mapped, overrides, proven] = await Promise.all([
      techniquesOf(db, ids),
      overridesOf(db, ids),
      lastProofOf(db, ids),
    ]);
    const mappedOf = byDetection(mapped);
    const saidOf = byDetection(overrides);
    const now = new Date();
    return detections.map((detection) => {
      const { detection_type: type, id } = detection;
      const techniques = withOverrides(type, mappedOf.get(id) ?? [], saidOf.get(id) ?? []);
      return detectionView(detection, techniques, lastProofView(proven.get(id), now), most);
    });
  };
  return defineRoutes([
    endpoint(detectionOperations.listDetections, {
      find: accountInPath(db),
      handle: async ({ found, query }, req, res) => {
        const { counts = false, format, page, page_size, sort, ...filter } = query;
        if (format === 'csv') {
          const all = await listDetections(scopeOf(req), db, found.id, filter, {
            page: 1,
            page_size: MOST_IN_FILE,
            sort,
          });
          if (all.total > MOST_IN_FILE) {
            throw new BadRequestError(
              `Invalid query: ${all.total} detections match, and a file has at most ${MOST_IN_FILE}; narrow it by region, detection_type or tag.`,
            );
          }
          const rows = (await view(all.detections)).map(detectionRow);
          return void asCsv(res, 'detections').send(detectionCsv.header + detectionCsv.lines(rows));
        }
        const [{ detections, total }, counted] = await Promise.all([
          listDetections(scopeOf(req), db, found.id, filter, { page, page_size, sort }),
          counts ? countDetections(scopeOf(req), db, found.id, filter) : undefined,
        ]);
        res.json({
          cloud_account_id: found.id,
          detections: await view(detections, MOST_LISTED),
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
        const detections = await view(await findDetections(scopeOf(req), db, ids));
        res.json({ cloud_account_id: found.id, detections, total: detections.length });
      },
    }),
    endpoint(detectionOperations.getDetection, {
      find: detectionInPath(db),
      handle: async ({ found }, _req, res) => void res.json((await view([found]))[0]),
    }),
    endpoint(detectionOperations.updateDetection, {
      find: detectionToChange(db),
      handle: async ({ body, found }, req, res) => {
        await tagDetection(db, actorOf(req), found, body.tags);
        res.json((await view(await findDetections(scopeOf(req), db, [found.id])))[0]);
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

function byDetection<T extends { readonly detection_id: string }>(rows: readonly T[]): Map<string, T[]> {
  const grouped = new Map<string, T[]>();
  for (const row of rows) grouped.set(row.detection_id, [...(grouped.get(row.detection_id) ?? []), row]);
  return grouped;
}
