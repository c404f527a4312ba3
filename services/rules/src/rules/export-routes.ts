import { type Actor, actorOf, appendAudit, type OwnerKind, partOf, scopeOf } from '@tripline/auth';
import { ConflictError, defineRoutes, endpoint, type Knex, NotFoundError } from '@tripline/service';
import type { Request, RequestHandler, Response, Router } from 'express';
import { choiceOfQuery } from '../conversion/settings-schema.js';
import type { Bundle, CheckedForm } from '../engine/tasks/bundle-rules.js';
import { EXPORT_FORMATS, type ExportedRule, type ExportFormat } from '../engine/tasks/export-rules.js';
import type { RunTask, Workplace } from '../engine/workplace.js';
import { succeed } from '../envelope.js';
import type { ExportCheckResource } from './export-resource.js';
import { ruleOperations } from './rule-operations.js';
import { findNewestText, type NewestText } from './rule-reading.js';
import { withSettings } from './settled-rules.js';

/** Above so many rules each form is asked for in a task of its own. */
const CHECKED_IN_ALL_FORMS = 50;

/** What the export routes need. */
export interface ExportRouterDeps {
  readonly db: Knex;
  readonly workplace: Workplace;
  /** An API key or a JWT; its call counts as work. */
  readonly guard: readonly RequestHandler[];
}

/** `GET /v1/rules/{key}/export` as a file, `POST /v1/rules/export` as a zip or a bundle of many, and the question what can be exported. */
export function createExportRouter({ db, workplace, guard }: ExportRouterDeps): Router {
  return defineRoutes([
    endpoint(ruleOperations.exportRules, {
      guard,
      handle: async ({ body }, req, res) => {
        const { bundle, format, formats = ['sigma'] } = body;
        const rules = await namedRules(db, req, body);
        await workplace.work('export', req, res, async (run) => {
          const settled = await withSettings(db, scopeOf(req), rules, body.options ?? {}, run);
          if (bundle === true && format !== undefined) {
            const bundled = await run({ kind: 'bundle', rules: settled, format });
            await sendBundle(db, { req, res }, { format, of: rules.length }, bundled);
            return;
          }
          const { zip } = await run({ kind: 'export', rules: settled, formats, zip: true });
          await recordExport(db, actorOf(req), { rules: rules.length, formats });
          res
            .attachment('tripline-rules.zip')
            .type('application/zip')
            .send(Buffer.from(zip ?? []));
        });
      },
    }),
    endpoint(ruleOperations.checkExport, {
      guard,
      handle: async ({ body }, req, res) => {
        const rules = await namedRules(db, req, body);
        await workplace.work('export', req, res, async (run) => {
          const settled = await withSettings(db, scopeOf(req), rules, body.options ?? {}, run);
          const checked = await checkForms(run, settled, body.formats ?? EXPORT_FORMATS);
          succeed(res, viewOfCheck(rules, checked));
        });
      },
    }),
    endpoint(ruleOperations.exportRule, {
      guard,
      handle: async ({ params, query }, req, res) => {
        const key = params.key;
        const [rule] = await findNewestText(partOf(scopeOf(req), query.owner), db, [key]);
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

/** @throws ConflictError where no rule has the form */
async function sendBundle(
  db: Knex,
  { req, res }: { readonly req: Request; readonly res: Response },
  { format, of }: { readonly format: ExportFormat; readonly of: number },
  { exported, file, refused }: Bundle,
): Promise<void> {
  if (file === undefined) {
    const which = of === 1 ? 'The rule' : `None of the ${of} rules`;
    throw new ConflictError(`${which} can be exported as ${format}: ${refused[0]?.message ?? 'they are empty'}.`);
  }
  await recordExport(db, actorOf(req), { rules: exported, formats: [format], bundle: true });
  res
    .set({ 'X-Exported': String(exported), 'X-Not-Exported': String(refused.length) })
    .attachment(file.name)
    .type(file.mediaType)
    .send(Buffer.from(file.bytes));
}

/** The named rules of the caller's, or of one owner. @throws NotFoundError for a key of none */
async function namedRules(
  db: Knex,
  req: Request,
  { ruleKeys, owner }: { readonly ruleKeys: readonly string[]; readonly owner?: OwnerKind },
): Promise<readonly NewestText[]> {
  const keys = ruleKeys.map((key) => key.toLowerCase());
  const rules = await findNewestText(partOf(scopeOf(req), owner), db, keys);
  const found = new Set(rules.map(({ key }) => key));
  const missing = keys.filter((key) => !found.has(key));
  if (missing.length > 0) throw new NotFoundError(`There is no rule ${missing.slice(0, 5).join(', ')}.`);
  return rules;
}

async function checkForms(
  run: RunTask,
  rules: readonly ExportedRule[],
  formats: readonly ExportFormat[],
): Promise<readonly CheckedForm[]> {
  // Many rules in one form are as much as one task of the engine should be.
  const atOnce = rules.length > CHECKED_IN_ALL_FORMS ? formats.map((format) => [format]) : [formats];
  const checked: CheckedForm[] = [];
  for (const some of atOnce) checked.push(...(await run({ kind: 'export-check', rules, formats: some })));
  return checked;
}

function viewOfCheck(rules: readonly NewestText[], checked: readonly CheckedForm[]): ExportCheckResource {
  const titles = new Map(rules.map(({ key, title }) => [key, title]));
  return {
    formats: checked.map(({ format, can, refused }) => ({
      format,
      can,
      of: rules.length,
      cannot: refused.map(({ key, message }) => ({ ruleKey: key, title: titles.get(key) ?? '', message })),
    })),
  };
}

async function recordExport(db: Knex, actor: Actor, details: Readonly<Record<string, unknown>>): Promise<void> {
  await appendAudit(db, { action: 'rule.exported', actor, details });
}
