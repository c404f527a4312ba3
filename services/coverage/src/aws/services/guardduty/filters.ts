import { type Condition, GetFilterCommand, type GuardDutyClient, ListFiltersCommand } from '@aws-sdk/client-guardduty';
import { guardDutyFindings } from '@tripline/attack';
import { everything as all, type CollectorContext, call, forEach, pages } from '../../collector.js';
import { guardduty } from './service.js';

/** The findings that a detector's suppression rules archive before anyone sees them. */
export interface Suppression {
  /** Whether a rule archives every finding. */
  readonly everything: boolean;
  /** Finding types of which every finding is archived, sorted. */
  readonly types: readonly string[];
}

/** The console adds this criterion to every suppression rule; it narrows nothing. */
const ARCHIVED = 'service.archived';
const TYPE = 'type';

/** Reads a detector's filters; those with the action ARCHIVE suppress. */
export async function readSuppression(
  context: CollectorContext,
  client: GuardDutyClient,
  detectorId: string,
): Promise<Suppression> {
  const names = await all(
    pages(
      context,
      guardduty,
      'ListFilters',
      (NextToken) => client.send(new ListFiltersCommand({ DetectorId: detectorId, MaxResults: 50, NextToken })),
      (output) => output.NextToken,
    ),
    (output) => output.FilterNames,
  );
  const { done: filters, failure } = await forEach(names, (FilterName) =>
    call(context, guardduty, 'GetFilter', () =>
      client.send(new GetFilterCommand({ DetectorId: detectorId, FilterName })),
    ),
  );
  if (failure !== undefined) throw failure;
  const types = new Set<string>();
  let everything = false;
  for (const { Action: action, FindingCriteria: criteria } of filters.values()) {
    if (action !== 'ARCHIVE') continue;
    const suppressed = wholeTypes(criteria?.Criterion ?? {});
    if (suppressed === 'everything') everything = true;
    else for (const type of suppressed) types.add(type);
  }
  return { everything, types: [...types].sort() };
}

/**
 * The finding types of which a suppression rule archives every finding. A rule with any other criterion (a severity, an instance, an
 * address) lets some findings through, so it counts for none.
 */
function wholeTypes(criterion: Readonly<Record<string, Condition>>): readonly string[] | 'everything' {
  const conditions = Object.entries(criterion).filter(([field]) => field !== ARCHIVED);
  if (conditions.length === 0) return 'everything';
  const [[field, condition] = ['', {}]] = conditions;
  if (conditions.length > 1 || field !== TYPE) return [];
  const excluded = [...(condition.NotEquals ?? condition.Neq ?? []), ...(condition.NotMatches ?? [])].flatMap(
    typesLike,
  );
  const included = [...(condition.Equals ?? condition.Eq ?? []), ...(condition.Matches ?? [])].flatMap(typesLike);
  const candidates =
    included.length > 0 || excluded.length === 0 ? included : guardDutyFindings().map(({ type }) => type);
  return candidates.filter((type) => !excluded.includes(type));
}

/** The finding types that match a text in which `*` stands for any text; the text itself when it has no `*`. */
function typesLike(pattern: string): readonly string[] {
  if (!pattern.includes('*')) return [pattern];
  const [head = '', ...rest] = pattern.split('*');
  return guardDutyFindings().flatMap(({ type }) => {
    if (!type.startsWith(head)) return [];
    let at = head.length;
    for (const part of rest.slice(0, -1)) {
      const found = type.indexOf(part, at);
      if (found < 0) return [];
      at = found + part.length;
    }
    const tail = rest.at(-1) ?? '';
    return type.length - tail.length >= at && type.endsWith(tail) ? [type] : [];
  });
}
