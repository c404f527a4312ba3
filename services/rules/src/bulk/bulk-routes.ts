import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { actorOf, callerOf, type Once, scopeOf } from '@tripline/auth';
import { ConflictError, defineRoutes, endpoint, type Knex } from '@tripline/service';
import type { RequestHandler, Router } from 'express';
import { succeed } from '../envelope.js';
import { scopeOfList } from '../rules/rule-list.js';
import { bulkOperations } from './bulk-operations.js';
import { FILE_NAME, hasFile, readJob, requireJob, startJob } from './bulk-service.js';
import { readFileParts, sizeOfFile } from './bulk-store.js';
import { createZipDirectory } from './zip-parts.js';

/** What the routes of jobs need. */
export interface BulkRouterDeps {
  readonly db: Knex;
  readonly once: Once;
  /** An API key or a JWT. */
  readonly guard: readonly RequestHandler[];
}

/** The most keys that a body may name, with room for an export's options. */
const BODY_BYTES = 1024 * 1024;

/** `POST /v1/rules/bulk`, `GET /v1/rules/bulk/{jobId}` and its file: jobs over any number of rules. */
export function createBulkRouter({ db, guard, once }: BulkRouterDeps): Router {
  return defineRoutes([
    endpoint(bulkOperations.startBulkJob, {
      guard,
      bodyLimitBytes: BODY_BYTES,
      handle: ({ body }, req, res) =>
        once(req, res, body, async () => {
          const lane = callerOf(req).tier === 'free' ? 'free' : 'paid';
          const scope = scopeOfList(req, body.filter ?? {});
          const jobId = await startJob(db, { scope, actor: actorOf(req), lane }, body);
          succeed(res, { jobId }, 202);
        }),
    }),
    endpoint(bulkOperations.getBulkJob, {
      guard,
      handle: async ({ params }, req, res) => succeed(res, await readJob(db, scopeOf(req), params.jobId)),
    }),
    endpoint(bulkOperations.getBulkFile, {
      guard,
      handle: async ({ params }, req, res) => {
        const job = await requireJob(db, scopeOf(req), params.jobId);
        if (job.action !== 'export') throw new ConflictError(`Job ${job.id} is no export and has no file.`);
        if (!hasFile(job)) {
          throw new ConflictError(
            job.failed
              ? `Job ${job.id} has failed and has no file. Start it again.`
              : `Job ${job.id} is not done yet: ${job.position} of ${job.total} rules. Ask again when GET /v1/rules/bulk/${job.id} says that it is.`,
          );
        }
        res.attachment(FILE_NAME).type('application/zip');
        res.setHeader('Content-Length', await sizeOfFile(db, job.id));
        await pipeline(Readable.from(zipOf(db, job.id)), res);
      },
    }),
  ]);
}

/** An export's zip, part by part. */
async function* zipOf(db: Knex, jobId: string): AsyncGenerator<Uint8Array> {
  const directory = createZipDirectory();
  for await (const part of readFileParts(db, jobId)) yield directory.add(part);
  yield directory.end();
}
