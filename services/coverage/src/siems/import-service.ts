import { ConflictError, type Knex } from '@tripline/service';
import { rememberGone } from './drift-store.js';
import type { ImportWarning } from './exports/exported-rule.js';
import { type ImportDiff, importDiff } from './import-diff.js';
import { outdatedIn } from './outdated-names.js';
import { placeRules } from './place-rules.js';
import type { ReadExport } from './reading/take-rules.js';
import { noSuchSiem } from './siem-access.js';
import type { SiemImportResource } from './siem-resource.js';
import { deleteSiemRules, knownRules, storeSiemRules } from './siem-rule-store.js';
import { audit, type SiemCaller } from './siem-service.js';
import { accountsOfSiems, lockSiem, type Siem, updateSiem } from './siem-store.js';

/** Detections that the rules of one SIEM may become, over all accounts that feed it. */
const MOST_DETECTIONS = 100_000;
/** An import by schedule that would remove more rules than this, and more than half, is left to somebody who looks at it. */
const MOST_GONE_UNSEEN = 10;
/** Rules that are named of those that have a name that is out of date. */
const MOST_NAMED = 5;
/** Rules of each list of a difference that are named. */
const MOST_LISTED = 200;

/** What an import of a file would change; nothing is changed. */
export async function previewImport(db: Knex, siem: Siem, read: ReadExport): Promise<SiemImportResource> {
  return view(siem, read, importDiff(await knownRules(db, siem.id), read.rules), false);
}

/**
 * Makes the rules of a SIEM those of a file. Rules that stay keep their ids, and with them the decisions about their detections.
 * @param expect the digest of a difference that was shown; `by itself` where nobody looks, so that it is refused if most rules would go
 * @throws ConflictError where the difference is another one now, or the rules would become too many detections
 */
export async function applyImport(
  db: Knex,
  { actor }: Pick<SiemCaller, 'actor'>,
  siem: Siem,
  read: ReadExport,
  expect: string | undefined,
): Promise<SiemImportResource> {
  return db.transaction(async (trx) => {
    if (!(await lockSiem(trx, siem.id))) throw noSuchSiem(siem.id);
    const diff = importDiff(await knownRules(trx, siem.id), read.rules);
    if (expect === 'by itself') refuseLoss(diff);
    else if (expect !== undefined && expect !== diff.digest)
      throw new ConflictError(
        'The difference is another one than what was shown: the file or the SIEM changed meanwhile. Nothing was changed; look at the difference again.',
      );
    const accounts = (await accountsOfSiems(trx, [siem.id])).get(siem.id) ?? [];
    const placed = read.rules.filter(({ readings }) => Object.keys(readings).length > 0).length;
    if (placed * accounts.length > MOST_DETECTIONS)
      throw new ConflictError(
        `${placed} rules in ${accounts.length} accounts are more than ${MOST_DETECTIONS} detections; make several SIEMs, each fed by some of the accounts.`,
      );
    await deleteSiemRules(
      trx,
      diff.gone.map(({ id }) => id),
    );
    await rememberGone(trx, siem.id, diff.gone);
    await storeSiemRules(trx, siem.id, read.rules);
    await updateSiem(trx, siem.id, { imported_at: new Date() });
    const counts = { new: diff.added.length, changed: diff.changed.length, gone: diff.gone.length, same: diff.same };
    await audit(trx, 'siem.imported', actor, siem, counts);
    for (const accountId of accounts) await placeRules(trx, siem, accountId);
    return view(siem, read, diff, true);
  });
}

/** What a credential no longer shows looks as if it were gone. */
function refuseLoss({ changed, gone, same }: ImportDiff): void {
  const before = changed.length + same + gone.length;
  if (gone.length > MOST_GONE_UNSEEN && gone.length * 2 > before)
    throw new ConflictError(
      `${gone.length} of ${before} rules would go, so nothing was changed: look whether the credential still sees all rules, and import by hand.`,
    );
}

/** One for each name that is out of date, with the rules that have it. */
function outdatedWarnings(rules: ReadExport['rules']): readonly ImportWarning[] {
  const found = new Map<string, { readonly now: string; readonly rules: string[] }>();
  for (const rule of rules) {
    for (const { name, now } of outdatedIn(rule)) {
      const known = found.get(name) ?? { now, rules: [] };
      found.set(name, known);
      known.rules.push(rule.name);
    }
  }
  return [...found].map(([name, { now, rules: using }]) => {
    const more = using.length > MOST_NAMED ? ` and ${using.length - MOST_NAMED} more` : '';
    return { kind: 'outdated', text: `${name} is ${now} now: ${using.slice(0, MOST_NAMED).join(', ')}${more}.` };
  });
}

function view(
  siem: Siem,
  { rules, unread, unreadTotal, warnings }: ReadExport,
  diff: ImportDiff,
  applied: boolean,
): SiemImportResource {
  const count = (read: string): number => rules.filter((rule) => rule.read === read).length;
  return {
    siem_id: siem.id,
    applied,
    digest: diff.digest,
    new_total: diff.added.length,
    changed_total: diff.changed.length,
    gone_total: diff.gone.length,
    unread_total: unreadTotal,
    same_total: diff.same,
    new: diff.added.slice(0, MOST_LISTED).map(({ key, name, place }) => ({ key, name, place })),
    changed: diff.changed
      .slice(0, MOST_LISTED)
      .map(({ fields, rule: { key, name, place } }) => ({ key, name, place, fields: [...fields] })),
    gone: diff.gone.slice(0, MOST_LISTED).map(({ key, name }) => ({ key, name })),
    unread: unread.slice(0, MOST_LISTED).map(({ place, reason }) => ({ place, reason })),
    warnings: [...warnings, ...outdatedWarnings(rules)].map(({ kind, text }) => ({ kind, text })),
    read: { whole: count('whole'), part: count('part'), none: count('none') },
  };
}
