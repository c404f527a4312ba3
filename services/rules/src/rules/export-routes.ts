import { type Actor, actorOf, appendAudit, partOf, scopeOf } from '@tripline/auth';
import { ConflictError, defineRoutes, endpoint, type Knex, NotFoundError } from '@tripline/service';
import type { RequestHandler, Router } from 'express';
import { choiceOfQuery } from '../conversion/settings-schema.js';
import type { Workplace } from '../work/workplace.js';
import { ruleOperations } from './rule-operations.js';
import { findNewestYaml } from './rule-reading.js';
import { withSettings } from './settled-rules.js';

/** What the export routes need. */
export interface ExportRouterDeps {
  readonly db: Knex;
  readonly workplace: Workplace;
  /** An API key or a JWT; its call counts as work. */
  readonly guard: readonly RequestHandler[];
}

/** `GET /v1/rules/{key}/export` as a file, and `POST /v1/rules/export` as a zip of many. */
export function createExportRouter({ db, workplace, guard }: ExportRouterDeps): Router {
  return defineRoutes([
    endpoint(ruleOperations.exportRules, {
      guard,
      handle: async ({ body }, req, res) => {
        const keys = body.ruleKeys.map((key) => key.toLowerCase());
        const rules = await findNewestYaml(partOf(scopeOf(req), body.owner), db, keys);
        const found = new Set(rules.map(({ key }) => key));
        const missing = keys.filter((key) => !found.has(key));
        if (missing.length > 0) throw new NotFoundError(`There is no rule ${missing.slice(0, 5).join(', ')}.`);
        await workplace.work('export', req, res, async (run) => {
          const settled = await withSettings(db, scopeOf(req), rules, body.options ?? {}, run);
          const { zip } = await run({ kind: 'export', rules: settled, formats: body.formats, zip: true });
          await recordExport(db, actorOf(req), { rules: keys.length, formats: body.formats });
          res
            .attachment('tripline-rules.zip')
            .type('application/zip')
            .send(Buffer.from(zip ?? []));
        });
      },
    }),
    endpoint(ruleOperations.exportRule, {
      guard,
      handle: async ({ params, query }, req, res) => {
        const key = params.key;
        const [rule] = await findNewestYaml(partOf(scopeOf(req), query.owner), db, [key]);
        if (rule === undefined) throw new NotFoundError(`There is no rule ${key}.`);
        await workplace.work('export', req, res, async (run) => {
          const { format, owner: _owner, ...choice } = query;
          const rules = await withSettings(db, scopeOf(req), [rule], choiceOfQuery(choice), run);
          const { outcomes } = await run({ kind: 'export', rules, formats: [format], zip: false });
          const outcome = outcomes[0];
          if (outcome === undefined || !outcome.ok) {
            throw new ConflictError(
              `Rule ${key} cannot be exported as ${format}: ${outcome?.message ?? 'it is empty'}.`,
            );
          }
          res.attachment(outcome.fileName).type(outcome.mediaType).send(outcome.text);
        });
      },
    }),
  ]);
}

async function recordExport(db: Knex, actor: Actor, details: Readonly<Record<string, unknown>>): Promise<void> {
  await appendAudit(db, { action: 'rule.exported', actor, details });
}
