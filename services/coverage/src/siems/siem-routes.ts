import { actorOf, ownerId, scopeOf } from '@tripline/auth';
import { asCsv, defineRoutes, endpoint, type Knex } from '@tripline/service';
import type { Request, Response, Router } from 'express';
import { refuseMembers } from '../accounts/account-access.js';
import type { SiemConnector } from './connection/siem-connector.js';
import { driftOf } from './drift-service.js';
import { applyImport, previewImport } from './import-service.js';
import { overlapOf } from './overlap-service.js';
import type { ExportReader } from './reading/export-reader.js';
import type { ReadExport } from './reading/take-rules.js';
import { sentChunks } from './sent-file.js';
import { siemInPath, siemToChange } from './siem-access.js';
import { siemRuleCsv, siemRuleRow } from './siem-csv.js';
import { MOST_RULES } from './siem-kinds.js';
import { siemOperations } from './siem-operations.js';
import { type ImportQuery, OVERLAP_BYTES } from './siem-schema.js';
import { changeSiem, createSiem, removeSiem } from './siem-service.js';
import { listSiems, type Siem } from './siem-store.js';
import { currentSiemView, siemViews } from './siem-view.js';
import { countSiemRules, listSiemRules } from './standing-store.js';

/** What the SIEM routes need. */
export interface SiemDeps {
  readonly db: Knex;
  readonly exportReader: ExportReader;
  readonly connector: SiemConnector;
}

const who = (req: Request) => ({ scope: scopeOf(req), actor: actorOf(req) });

/** Aborted when the caller leaves before the answer. */
function goneSignal(res: Response): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => gone.abort(new Error('the caller left')));
  return gone.signal;
}

/** Applies what was read, or tells what that would change. */
const importRead = (
  db: Knex,
  req: Request,
  siem: Siem,
  read: ReadExport,
  { apply, expect }: Omit<ImportQuery, 'file'>,
) => (apply ? applyImport(db, who(req), siem, read, expect) : previewImport(db, siem, read));

/** `/siems`: the SIEMs of the caller or their team, and their rules. */
export const createSiemRouter = (deps: SiemDeps): Router =>
  defineRoutes([...siemEndpoints(deps), ...connectionEndpoints(deps), ...ruleEndpoints(deps)]);

function siemEndpoints({ db }: SiemDeps) {
  return [
    endpoint(siemOperations.listSiems, {
      handle: async ({ query }, req, res) => {
        const { siems, total } = await listSiems(scopeOf(req), db, query);
        res.json({ siems: await siemViews(db, siems), total });
      },
    }),
    endpoint(siemOperations.createSiem, {
      find: async (req) => refuseMembers(req),
      handle: async ({ body }, req, res) =>
        void res.json(await currentSiemView(db, req, await createSiem(db, who(req), body))),
    }),
    endpoint(siemOperations.getSiem, {
      find: siemInPath(db),
      handle: async ({ found }, _req, res) => void res.json((await siemViews(db, [found]))[0]),
    }),
    endpoint(siemOperations.updateSiem, {
      find: siemToChange(db),
      handle: async ({ body, found }, req, res) => {
        await changeSiem(db, who(req), found, body);
        res.json(await currentSiemView(db, req, found.id));
      },
    }),
    endpoint(siemOperations.deleteSiem, {
      find: siemToChange(db),
      handle: async ({ found }, req, res) => {
        await removeSiem(db, actorOf(req), found);
        res.json({ message: `The SIEM ${found.name} has been deleted, with its rules.` });
      },
    }),
  ];
}

function connectionEndpoints({ connector, db }: SiemDeps) {
  return [
    endpoint(siemOperations.connectSiem, {
      find: siemToChange(db),
      handle: async ({ body, found }, req, res) => {
        await connector.connect(actorOf(req), found, body);
        res.json(await currentSiemView(db, req, found.id));
      },
    }),
    endpoint(siemOperations.disconnectSiem, {
      find: siemToChange(db),
      handle: async ({ found }, req, res) => {
        await connector.disconnect(actorOf(req), found);
        res.json({ message: `The SIEM ${found.name} is not connected any more.` });
      },
    }),
    endpoint(siemOperations.importFromSiem, {
      find: siemToChange(db),
      handle: async ({ found, query }, req, res) => {
        const read = await connector.pull(found, goneSignal(res));
        res.json(await importRead(db, req, found, read, query));
      },
    }),
  ];
}

function ruleEndpoints({ db, exportReader }: SiemDeps) {
  return [
    endpoint(siemOperations.importSiemRules, {
      find: siemToChange(db),
      readsItself: 'body',
      handle: async ({ found, query }, req, res) => {
        const file = async () => ({ name: query.file, chunks: sentChunks(req) });
        const read = await exportReader.read(ownerId(scopeOf(req)), found.kind, file, goneSignal(res));
        res.json(await importRead(db, req, found, read, query));
      },
    }),
    endpoint(siemOperations.compareWithSiems, {
      bodyLimitBytes: OVERLAP_BYTES,
      handle: async ({ body }, req, res) => {
        res.json({ rules: await overlapOf({ db, exportReader }, scopeOf(req), body.rules, goneSignal(res)) });
      },
    }),
    endpoint(siemOperations.traceInSiems, {
      bodyLimitBytes: OVERLAP_BYTES,
      handle: async ({ body }, req, res) => {
        const texts = body.rules.map(({ sigma }) => sigma);
        res.json({ rules: await driftOf({ db, exportReader }, scopeOf(req), texts, goneSignal(res)) });
      },
    }),
    endpoint(siemOperations.listSiemRules, {
      find: siemInPath(db),
      handle: async ({ found, query }, _req, res) => {
        const { format, page, page_size, ...filter } = query;
        if (format === 'csv') {
          const rules = await listSiemRules(db, found.id, filter, { page: 1, page_size: MOST_RULES });
          return void asCsv(res, 'siem-rules').send(siemRuleCsv.header + siemRuleCsv.lines(rules.map(siemRuleRow)));
        }
        const [rules, { counts, total }] = await Promise.all([
          listSiemRules(db, found.id, filter, { page, page_size }),
          countSiemRules(db, found.id, filter),
        ]);
        res.json({ siem_id: found.id, rules, total, counts, page, page_size });
      },
    }),
  ];
}
