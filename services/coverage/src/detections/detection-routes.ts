import { actorOf, scopeOf } from '@tripline/auth';
import { defineRoutes, endpoint, NotFoundError } from '@tripline/service';
import type { Request, Router } from 'express';
import { accountInPath, accountToChange, refuseMembers } from '../accounts/account-access.js';
import { findAccount } from '../accounts/account-store.js';
import { detectionOperations } from './detection-operations.js';
import { DECLARATION_BYTES } from './detection-schema.js';
import { type DetectionDeps, declareDetections, withdrawDetection } from './detection-service.js';
import {
  findDetection,
  findDetections,
  listDetections,
  type MappedTechnique,
  type StoredDetection,
  techniquesOf,
} from './detection-store.js';
import { detectionView } from './detection-view.js';

/** `/accounts/{id}/detections` and `/detections/{id}`: the detections that scans found or callers declared. */
export function createDetectionRouter(deps: DetectionDeps): Router {
  const { db } = deps;
  const view = async (detections: readonly StoredDetection[]) => {
    const mapped = await techniquesOf(
      db,
      detections.map(({ id }) => id),
    );
    const techniques = new Map<string, MappedTechnique[]>(detections.map(({ id }) => [id, []]));
    for (const one of mapped) techniques.get(one.detection_id)?.push(one);
    return detections.map((detection) => detectionView(detection, techniques.get(detection.id) ?? []));
  };
  const inPath = async (req: Request, { id }: { readonly id: string }): Promise<StoredDetection> => {
    const detection = await findDetection(db, scopeOf(req), id);
    if (detection === undefined) throw new NotFoundError(`There is no detection ${id}.`);
    return detection;
  };
  return defineRoutes([
    endpoint(detectionOperations.listDetections, {
      find: accountInPath(db),
      handle: async ({ found, query }, req, res) => {
        const { page, page_size, ...filter } = query;
        const { detections, total } = await listDetections(db, scopeOf(req), found.id, filter, { page, page_size });
        res.json({ cloud_account_id: found.id, detections: await view(detections), total, page, page_size });
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
        const detections = await view(await findDetections(db, scopeOf(req), ids));
        res.json({ cloud_account_id: found.id, detections, total: detections.length });
      },
    }),
    endpoint(detectionOperations.getDetection, {
      find: inPath,
      handle: async ({ found }, _req, res) => void res.json((await view([found]))[0]),
    }),
    endpoint(detectionOperations.withdrawDetection, {
      find: async (req, params) => {
        const detection = await inPath(req, params);
        const account = await findAccount(db, scopeOf(req), detection.cloud_account_id);
        if (account !== undefined && account.teamId !== null) refuseMembers(req);
        return detection;
      },
      handle: async ({ found }, req, res) => {
        await withdrawDetection(db, actorOf(req), found);
        res.json({ message: `The declared detection ${found.name} has been withdrawn.` });
      },
    }),
  ]);
}
