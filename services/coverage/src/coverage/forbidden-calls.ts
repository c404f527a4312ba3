import type { Knex } from '@tripline/service';
import type { OrganizationPolicy } from '../cloud/provider.js';
import type { ProviderFacts } from '../cloud/provider-facts.js';

/** Calls that show a technique and that a policy of the organisation forbids in an account. */
interface ForbiddenCalls {
  readonly policy: string;
  /** As the log names them. */
  readonly calls: readonly string[];
}

/** What an organisation forbids of a technique. */
export interface Forbidden {
  readonly by: readonly ForbiddenCalls[];
  /** Whether that is every call that is known to show it. */
  readonly isAll: boolean;
}

const NOTHING: Forbidden = { by: [], isAll: false };
const MOST_CALLS = 5;

/** The policies that bind an account, by the organisations of its owner as last read; of one that several have, each once. */
export async function policiesOf(db: Knex, accountId: string): Promise<readonly OrganizationPolicy[]> {
  const { rows } = await db.raw<{ rows: { policies: OrganizationPolicy[]; path: string[] }[] }>(
    `select o.policies, m.path from coverage.cloud_accounts a
       join coverage.organization_accounts m on m.external_account_id = a.external_account_id
       join coverage.organizations o on o.id = m.organization_id
       join coverage.cloud_accounts through on through.id = o.account_id
     where a.id = ? and through.owner_id = a.owner_id and through.provider = a.provider and o.policies is not null`,
    [accountId],
  );
  const binding = rows.flatMap(({ path, policies }) =>
    policies.filter(({ targets }) => targets.some((target) => path.includes(target))),
  );
  return [...new Map(binding.map((policy) => [policy.name, policy])).values()];
}

/** What of the calls that show a technique policies forbid. Of a log that shows it without an event nothing is known. */
export function forbiddenCalls(
  facts: ProviderFacts,
  policies: readonly OrganizationPolicy[],
  techniqueId: string,
): Forbidden {
  if (policies.length === 0) return NOTHING;
  const logs = facts.logsShowing(techniqueId);
  const events = logs.flatMap((log) => log.events);
  const by = policies
    .map(({ forbids, name }) => ({ policy: name, events: events.filter((event) => facts.forbids(forbids, event)) }))
    .filter((one) => one.events.length > 0);
  const forbidden = new Set(by.flatMap((one) => one.events));
  return {
    by: by.map(({ events: of, policy }) => ({ policy, calls: of.map(({ name }) => name) })),
    isAll: by.length > 0 && forbidden.size === events.length && logs.every((log) => log.events.length > 0),
  };
}

/** The same as a sentence, for the reasons of a gap; nothing where nothing is forbidden. */
export function forbiddenSentences({ by, isAll }: Forbidden): readonly string[] {
  if (by.length === 0) return [];
  const calls = [...new Set(by.flatMap((one) => one.calls))];
  const named = calls.slice(0, MOST_CALLS).join(', ');
  const more = calls.length > MOST_CALLS ? ` and ${calls.length - MOST_CALLS} more` : '';
  const policies = by.map(({ policy }) => `“${policy}”`).join(', ');
  const which = isAll ? 'every call that is known to show it' : 'some of the calls that show it';
  return [
    `The organisation’s ${by.length === 1 ? 'policy' : 'policies'} ${policies} forbid${by.length === 1 ? 's' : ''} ${which} in this account: ${named}${more}.`,
  ];
}
