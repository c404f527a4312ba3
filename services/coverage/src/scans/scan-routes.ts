import { actorOf, callerOf, type Once, scopeOf } from '@tripline/auth';
import { defineRoutes, endpoint, ForbiddenError, NotFoundError } from '@tripline/service';
import type { Request, Router } from 'express';
import { accountInPath } from '../accounts/account-access.js';
import { type ScanEventDeps, streamScan } from './scan-events.js';
import { scanOperations } from './scan-operations.js';
import { scanResults } from './scan-results.js';
import { cancelScan, createScan, mayCancel, type ScanDeps } from './scan-service.js';
import { findScan, listCells, listScans, type ScanRow } from './scan-store.js';
import { scanView } from './scan-view.js';

/** What the scan routes need. */
export type ScanRouterDeps = ScanDeps & ScanEventDeps & { readonly once: Once };

/** `/accounts/{id}/scans` and `/scans/{id}`: scans of the accounts of the caller or of their team. */
export function createScanRouter(deps: ScanRouterDeps): Router {
  const { db } = deps;
  const read = async (req: Request, { id }: { readonly id: string }): Promise<ScanRow> => {
    const scan = await findScan(scopeOf(req), db, id);
    if (scan === undefined) throw new NotFoundError(`There is no scan ${id}.`);
    return scan;
  };
  return defineRoutes([
    endpoint(scanOperations.listScans, {
      find: accountInPath(db),
      handle: async ({ query, found }, req, res) => {
        const { scans, total } = await listScans(scopeOf(req), db, found.id, query);
        res.json({ cloud_account_id: found.id, scans: scans.map(scanView), total });
      },
    }),
    endpoint(scanOperations.createScan, {
      find: accountInPath(db),
      handle: async ({ body, found }, req, res) => {
        await deps.once(req, res, body, async () => {
          const id = await createScan(deps, scopeOf(req), actorOf(req), found, body);
          res.json({
            id,
            status: 'pending',
            message: `The scan of ${found.name} waits for a worker; read it at /scans/${id}.`,
          });
        });
      },
    }),
    endpoint(scanOperations.getScan, { find: read, handle: ({ found }, _req, res) => void res.json(scanView(found)) }),
    endpoint(scanOperations.listScanCells, {
      find: read,
      handle: async ({ found }, _req, res) => {
        const cells = await listCells(db, found.id);
        res.json({ scan_id: found.id, cells, total: cells.length });
      },
    }),
    endpoint(scanOperations.getScanResults, {
      find: read,
      handle: async ({ found, query }, _req, res) => void res.json(await scanResults(db, found, query)),
    }),
    endpoint(scanOperations.cancelScan, {
      find: async (req, params) => {
        const scan = await read(req, params);
        if (mayCancel(callerOf(req), scan)) return scan;
        throw new ForbiddenError(
          'You may cancel scans you have started; this one is for its starter, and for the team owner and admins.',
        );
      },
      handle: async ({ found, params }, req, res) => {
        await cancelScan(db, actorOf(req), found);
        res.json(scanView(await read(req, params)));
      },
    }),
    endpoint(scanOperations.followScan, {
      find: read,
      handle: ({ found }, req, res) => streamScan(deps, req, res, found.id, () => findScan(scopeOf(req), db, found.id)),
    }),
  ]);
}
