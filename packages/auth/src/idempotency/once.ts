import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { isUint8Array } from 'node:util/types';
import { gunzip, gzip } from 'node:zlib';
import { BadRequestError, ConflictError, type Knex, type Logger } from '@tripline/service';
import type { Request, Response } from 'express';
import { ownerId, scopeOf } from '../callers/owner-scope.js';
import { callerOf } from '../callers/request-caller.js';
import { giveKeyBack, type KeyName, type KnownKey, keepAnswer, renewKeys, takeKey } from './idempotency-store.js';

/**
 * Does a request's work once, however often it is sent with the same `Idempotency-Key`: a repeated one is answered as the first was, for 24 hours.
 * Without the header the work is simply done.
 * @param request what the request asks for, as it was validated; bytes of a file count by their content
 * @param work ends with `res.json` of a success, or throws. A request that failed has made nothing, so its key is free again
 * @throws BadRequestError for a malformed key
 * @throws ConflictError while the first request runs, and for another request with the same key
 */
export type Once = (req: Request, res: Response, request: unknown, work: () => Promise<void>) => Promise<void>;

/** {@link Once} for a process. */
export interface Idempotency {
  readonly once: Once;
  /** Stops saying that requests run. */
  close(): void;
}

const KEY = /^[\x21-\x7e]{1,255}$/;
/** How long a key outlives a process that was killed. */
const LEASE_SECONDS = 30;
const RENEW_MS = 8_000;
/** Of one user's kept answers, compressed. A generation's is some tens of kilobytes. */
const MOST_BYTES = 50 * 1024 * 1024;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Opens the book of keys, which both services share. */
export function createIdempotency(db: Knex, log: Logger): Idempotency {
  const running = new Set<string>();
  const renewing = setInterval(() => {
    if (running.size === 0) return;
    renewKeys(db, [...running], LEASE_SECONDS).catch((error: unknown) =>
      log.warn({ err: error }, 'idempotency keys could not be renewed'),
    );
  }, RENEW_MS).unref();

  async function once(req: Request, res: Response, request: unknown, work: () => Promise<void>): Promise<void> {
    const key = req.get('idempotency-key');
    if (key === undefined) return work();
    if (!KEY.test(key)) {
      throw new BadRequestError(
        'Idempotency-Key must be 1 to 255 visible ASCII characters without blanks, such as a UUID.',
      );
    }
    const { userId } = callerOf(req);
    const name: KeyName = { userId, operation: `${req.method} ${req.baseUrl}${String(req.route?.path)}`, key };
    const claim = randomUUID();
    const sha256 = hashOf([ownerId(scopeOf(req)), req.path, request]);
    const known = await takeKey(db, name, { claim, sha256, leaseSeconds: LEASE_SECONDS });
    if (known !== undefined) return answerAgain(res, known, sha256);
    running.add(claim);
    const keeping = keepWhatIsSent(res, async (status, text) => {
      await keepAnswer(db, name, { claim, status, body: await pack(text) }, MOST_BYTES);
    });
    try {
      await work();
    } finally {
      running.delete(claim);
      try {
        if (!(await keeping.done())) await giveKeyBack(db, name, claim);
      } catch (error) {
        // The key is then free when its lease ends.
        log.warn({ err: error }, 'the answer of an idempotency key could not be kept');
      }
      keeping.send();
    }
  }

  return { once, close: () => clearInterval(renewing) };
}

const UNKEPT = 'answerIsNotKept';

/** Says that an answer is for its caller alone and is stored nowhere: its key is then free again, and the request would be done again. */
export function keepNoAnswer(res: Response): void {
  res.locals[UNKEPT] = true;
}

/** Holds a successful JSON answer back until it is kept: whoever has it may send the request again at once. */
function keepWhatIsSent(res: Response, keep: (status: number, text: string) => Promise<void>) {
  let answer: { readonly value: unknown; readonly isKept: boolean; readonly kept: Promise<void> } | undefined;
  const json = res.json.bind(res);
  res.json = (value: unknown) => {
    if (res.statusCode >= 300) return json(value);
    const isKept = res.locals[UNKEPT] !== true;
    answer = { value, isKept, kept: isKept ? keep(res.statusCode, JSON.stringify(value)) : Promise.resolve() };
    // Awaited by done(), which may come later.
    answer.kept.catch(() => undefined);
    return res;
  };
  return {
    /** Whether there was an answer to keep; it is kept now. */
    async done(): Promise<boolean> {
      await answer?.kept;
      return answer?.isKept === true;
    },
    send(): void {
      res.json = json;
      if (answer !== undefined) json(answer.value);
    },
  };
}

async function answerAgain(
  res: Response,
  { body, request_sha256: first, status }: KnownKey,
  sha256: Buffer,
): Promise<void> {
  if (!first.equals(sha256)) {
    throw new ConflictError(
      'You have used this Idempotency-Key for a different request. Send a new key with each request.',
    );
  }
  if (status === null) {
    throw new ConflictError(
      'The first request with this Idempotency-Key is still running. Send it again in a few seconds.',
      {
        headers: { 'Retry-After': '5' },
      },
    );
  }
  if (body === null) {
    throw new ConflictError(
      `The first request with this Idempotency-Key was answered with ${status}, and the answer was too large to be kept. Find what it has made in the list of the resource.`,
    );
  }
  res
    .status(status)
    .set('Idempotency-Replayed', 'true')
    .type('application/json')
    .send((await unpack(body)).toString());
}

function hashOf(parts: readonly unknown[]): Buffer {
  const text = JSON.stringify(parts, (_name, value: unknown) =>
    isUint8Array(value) ? createHash('sha256').update(value).digest('hex') : value,
  );
  return createHash('sha256').update(text).digest();
}
