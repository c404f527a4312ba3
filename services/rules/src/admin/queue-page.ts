import { isAdminToken } from '@tripline/auth/http';
import { QUEUES, type Redis, requireRedisInTime } from '@tripline/service';
import { Queue } from 'bullmq';
import { type RequestHandler, type Response, Router } from 'express';
import helmet from 'helmet';

/** The page's path on the admin port. */
const PATH = '/queues';
const RETRY_SECONDS = '5';
/** Links to other hosts: Bull Board's page loads its fonts from Google. */
const FOREIGN_LINK = /<link[^>]+href="https?:[^>]*>/g;

/** What the page stands on. */
export interface QueuePageDeps {
  readonly redis: Redis;
  /** The password of the page, with any user name. */
  readonly adminToken: string;
}

/**
 * `/queues`: Bull Board for the queues of both services, read-only. It is on the admin port, which no tenant reaches. Queues only have
 * hints and Postgres has the real state of mails and scans, so there is nothing to repair here by hand. Bull Board is loaded at the first
 * request.
 */
export function createQueuePage({ adminToken, redis }: QueuePageDeps): Router {
  let board: Promise<RequestHandler> | undefined;
  const router = Router();
  const show: RequestHandler = async (req, res, next) => {
    board ??= openBoard(redis);
    try {
      (await board)(req, res, next);
    } catch {
      // The connection itself logs when Redis is lost or back; the next call tries again.
      board = undefined;
      res.status(503).set('Retry-After', RETRY_SECONDS).type('text').send('Redis cannot be reached.\n');
    }
  };
  router.use(PATH, securityHeaders, requirePassword(adminToken), readOnly, withoutForeignLinks, show);
  return router;
}

async function openBoard(redis: Redis): Promise<RequestHandler> {
  requireRedisInTime(redis);
  const queues = Object.values(QUEUES).map(({ name, prefix }) => new Queue(name, { connection: redis, prefix }));
  for (const queue of queues) queue.on('error', () => undefined);
  await Promise.all(queues.map((queue) => queue.waitUntilReady()));
  const [{ createBullBoard }, { BullMQAdapter }, { ExpressAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/express'),
  ]);
  const serverAdapter = new ExpressAdapter();
  serverAdapter.setBasePath(PATH);
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Tripline' } },
  });
  return serverAdapter.getRouter() as RequestHandler;
}

/** The page sets styles on elements; everything else comes from its own files. */
const securityHeaders: RequestHandler = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      baseUri: ["'self'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
});

/** Asks for the token in a form that browsers support: as the password of HTTP Basic. */
function requirePassword(adminToken: string): RequestHandler {
  return (req, res, next) => {
    const [, encoded = ''] = /^Basic +(\S+)$/i.exec(req.headers.authorization ?? '') ?? [];
    const credentials = Buffer.from(encoded, 'base64').toString('utf8');
    res.setHeader('Cache-Control', 'no-store');
    if (isAdminToken(credentials.slice(credentials.indexOf(':') + 1), adminToken)) {
      next();
      return;
    }
    res.setHeader('WWW-Authenticate', 'Basic realm="Tripline queues", charset="UTF-8"');
    res.status(401).type('text').send('This page takes ADMIN_TOKEN as its password, with any user name.\n');
  };
}

/** Nothing on the page changes anything. */
const readOnly: RequestHandler = (req, res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') next();
  else res.status(405).set('Allow', 'GET, HEAD').type('text').send('The queue page is read-only.\n');
};

/** The policy above would block the page's links to other hosts. They are removed, so that browsers do not report them. */
const withoutForeignLinks: RequestHandler = (_req, res, next) => {
  const send = res.send.bind(res);
  res.send = (body?: unknown): Response =>
    send(typeof body === 'string' && body.startsWith('<!DOCTYPE') ? body.replace(FOREIGN_LINK, '') : body);
  next();
};
