import type { IncomingHttpHeaders } from 'node:http';
import { type Actor, appendAudit, type OwnerScope, ownerId } from '@tripline/auth';
import { BadRequestError, ConflictError, type Knex, storableText } from '@tripline/service';
import type { Account } from '../accounts/account-model.js';
import { lockAccount } from '../accounts/lock-account.js';
import type { ProviderName } from '../cloud/provider.js';
import { refreshSnapshot } from '../counting/refresh-snapshot.js';
import { type StoredDetection, storeTags } from '../inventory/detection-store.js';
import { type DeclaredRule, declaredRule } from './declared-rule.js';
import { adoptDeclared, deleteDeclared, holdSiemsOf, storeDeclared } from './declared-store.js';
import type { DeclarationBody } from './detection-schema.js';
import type { RuleReader } from './rule-reader.js';
import type { FetchRule } from './rules-client.js';

/** What declaring detections needs. */
export interface DetectionDeps {
  readonly db: Knex;
  readonly fetchRule: FetchRule;
  readonly ruleReader: RuleReader;
}

/** The caller of a declaration, and their request. */
export interface Declaring {
  readonly scope: OwnerScope;
  readonly actor: Actor;
  /** The caller's headers. Rules are fetched with the credential in them. */
  readonly headers: IncomingHttpHeaders;
  /** Aborted when the caller disconnects. */
  readonly gone: AbortSignal;
}

/**
 * Declares rules that run in a SIEM as detections of an account. If the account has been scanned, a new snapshot counts them at once.
 * @returns the ids of the detections
 * @throws BadRequestError for a text that is not Sigma, and for a rule key that does not belong to the caller
 */
export async function declareDetections(
  deps: DetectionDeps,
  caller: Declaring,
  account: Account,
  body: DeclarationBody,
): Promise<string[]> {
  const rules = await declaredRules(deps, caller, account.provider, body);
  if (rules.length === 0)
    throw new BadRequestError('Invalid body: the text has only rules that a correlation uses, and no rule of its own.');
  return deps.db.transaction(async (trx) => {
    await holdSiemsOf(trx, account.id);
    await lockAccount(trx, account.id);
    const ids = await storeDeclared(trx, account.id, rules);
    await adoptDeclared(trx, account.id);
    await appendAudit(trx, {
      action: 'detection.declared',
      actor: caller.actor,
      target: { type: 'cloud_account', id: account.id },
      details: { rules: rules.map(({ name }) => storableText(name, 100)) },
    });
    await refreshSnapshot(trx, account.id);
    return [...new Set(ids)];
  });
}

/** Replaces a detection's tags. */
export async function tagDetection(
  db: Knex,
  actor: Actor,
  detection: StoredDetection,
  tags: readonly string[],
): Promise<void> {
  await db.transaction(async (trx) => {
    await storeTags(trx, detection.id, tags);
    await appendAudit(trx, {
      action: 'detection.tagged',
      actor,
      target: { type: 'detection', id: detection.id },
      details: { name: storableText(detection.name, 100), tags, account: detection.cloud_account_id },
    });
  });
}

/** Removes a declared detection. @throws ConflictError for a detection that a scan found: the next scan would find it again */
export async function withdrawDetection(db: Knex, actor: Actor, detection: StoredDetection): Promise<void> {
  if (detection.detection_type !== 'siem_rule') {
    throw new ConflictError(
      `The detection ${detection.id} was found by a scan, and a scan removes it once it no longer exists; only declared detections can be withdrawn.`,
    );
  }
  await db.transaction(async (trx) => {
    await lockAccount(trx, detection.cloud_account_id);
    if (!(await deleteDeclared(trx, detection.id))) {
      throw new ConflictError(
        `The detection ${detection.id} is a rule of an imported SIEM, or was withdrawn already; import the SIEM again, or take the account out of it.`,
      );
    }
    await appendAudit(trx, {
      action: 'detection.withdrawn',
      actor,
      target: { type: 'cloud_account', id: detection.cloud_account_id },
      details: { name: storableText(detection.name, 100) },
    });
    await refreshSnapshot(trx, detection.cloud_account_id);
  });
}

async function declaredRules(
  { fetchRule, ruleReader }: DetectionDeps,
  { actor, gone, headers, scope }: Declaring,
  provider: ProviderName,
  body: DeclarationBody,
): Promise<DeclaredRule[]> {
  const owner = ownerId(scope);
  if (body.rules !== undefined) {
    const texts = body.rules.map((text, index) => ({ place: `rules[${index}]`, text }));
    const rules = await ruleReader.read(owner, { form: 'sigma', provider, texts }, gone);
    return rules.map((rule) => declaredRule(rule, body.siem));
  }
  const declared: DeclaredRule[] = [];
  // The rules are fetched one after the other, because each answer may be large.
  for (const [index, key] of body.rule_keys.entries()) {
    const text = await fetchRule(key.toLowerCase(), { headers, address: actor.ip });
    const rules = await ruleReader.read(
      owner,
      { form: 'answer', provider, texts: [{ place: `rule_keys[${index}]`, text }] },
      gone,
    );
    declared.push(...rules.map((rule) => declaredRule(rule, body.siem ?? 'rules')));
  }
  return declared;
}
