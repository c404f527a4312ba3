import { BadRequestError } from '@tripline/service';
import { createReaderThreads, type RuleReaderLimits } from '../../detections/reader-threads.js';
import type { SiemKind } from '../siem-kinds.js';
import type { Drift, TextIdentities, TracedRule } from './find-drift.js';
import type { AskedRule, StandingRule } from './find-overlap.js';
import { readSent, type SentFile } from './read-sent.js';
import type { SiemTask, SiemTaskResult } from './siem-task.js';
import type { ReadExport } from './take-rules.js';

/** Reads exports of SIEMs in worker threads. */
export interface ExportReader {
  /**
   * Waits for a turn, takes the file only then, so that few are held at once, and reads it: NDJSON and lists of JSON piece by piece, as they come.
   * @throws NotAnExportError for a file that is not an export of its kind
   * @throws TooCostlyError for one that takes more time or memory than one may
   * @throws TooManyRequestsError, UnavailableError when too many wait
   */
  read(owner: string, kind: SiemKind, file: () => Promise<SentFile>, signal: AbortSignal): Promise<ReadExport>;
  /**
   * For each asked rule the ids of those that notice its events, of all rules that `page` gives: those after an id, until none is left.
   * @throws BadRequestError for a text that is not Sigma
   */
  overlap(
    owner: string,
    asked: readonly AskedRule[],
    page: (after: string | undefined) => Promise<readonly StandingRule[]>,
    signal: AbortSignal,
  ): Promise<readonly (readonly string[])[]>;
  /**
   * For each text of Sigma the ids and versions of its rules, and how the rules that `trace` finds by the ids differ from them.
   * @throws BadRequestError for a text that is not Sigma
   */
  drift(
    owner: string,
    texts: readonly string[],
    trace: (ids: readonly string[]) => Promise<readonly TracedRule[]>,
    signal: AbortSignal,
  ): Promise<readonly (TextIdentities & { readonly drifts: readonly Drift[] })[]>;
  close(): Promise<void>;
}

/** What waits holds no file yet, at most the rules that are asked about. */
const WAITING = 40;
const WAITING_PER_OWNER = 8;
/** Seconds that an import of the most rules takes about. */
const IMPORT_SECONDS = 60;

/** Opens the reader. It starts threads with the first import. */
export function createExportReader(limits: RuleReaderLimits): ExportReader {
  const threads = createReaderThreads<SiemTask, SiemTaskResult>(
    {
      url: new URL('./siem-task.js', import.meta.url),
      name: 'doSiemTask',
      warmUp: { step: 'read', rules: [], knowledge: {} },
    },
    limits,
    { all: WAITING, perOwner: WAITING_PER_OWNER, seconds: IMPORT_SECONDS },
  );
  return {
    read: (owner, kind, file, signal) =>
      threads.inTurn(owner, signal, async (run) => readSent(run, kind, await file())),
    overlap: (owner, asked, page, signal) =>
      threads.inTurn(owner, signal, async (run) => {
        const found: string[][] = asked.map(() => []);
        let standing = await page(undefined);
        // Once without any, so that what is wrong with a rule is told all the same.
        do {
          const part = await run({ step: 'compare', asked, standing });
          if ('fault' in part) throw new BadRequestError(`Invalid body: ${part.fault}.`);
          if (!('covering' in part)) throw new Error('a task that compares rules gave something else');
          part.covering.forEach((ids, index) => {
            for (const id of ids) found[index]?.push(id);
          });
          const last = standing.at(-1);
          standing = last === undefined ? [] : await page(last.id);
        } while (standing.length > 0);
        return found;
      }),
    drift: (owner, texts, trace, signal) =>
      threads.inTurn(owner, signal, async (run) => {
        const known = await run({ step: 'identify', texts });
        if ('fault' in known) throw new BadRequestError(`Invalid body: ${known.fault}.`);
        if (!('identities' in known)) throw new Error('a task that identifies rules gave something else');
        const ids = new Set(known.identities.flatMap(({ identities }) => identities.map(({ id }) => id.toLowerCase())));
        const traced = ids.size === 0 ? [] : await trace([...ids]);
        const found: (TextIdentities & { readonly drifts: readonly Drift[] })[] = [];
        for (const [index, identified] of known.identities.entries()) {
          const named = new Set(identified.identities.map(({ id }) => id.toLowerCase()));
          const own = traced.filter(({ sigmaId }) => named.has(sigmaId.toLowerCase()));
          const part = await run({ step: 'differ', sigma: texts[index] ?? '', traced: own });
          if (!('drifts' in part)) throw new Error('a task that compares rules with ours gave something else');
          found.push({ ...identified, drifts: part.drifts });
        }
        return found;
      }),
    close: () => threads.close(),
  };
}
