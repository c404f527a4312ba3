import { type Condition, GetFilterCommand, type GuardDutyClient, ListFiltersCommand } from '@aws-sdk/client-guardduty';
import { type CollectorContext, call, pages } from '../collector.js';

/** What a detector's suppression rules archive before anyone sees it. */
export interface Suppression {
  /** A rule archives every finding. */
  readonly everything: boolean;
  /** Finding types that are archived whole, as the rules name them: `*` stands for any text. Sorted. */
  readonly types: readonly string[];
}

/** What a detector without suppression rules archives. */
export const NOTHING_SUPPRESSED: Suppression = { everything: false, types: [] };

const SERVICE = 'guardduty';
/** The console adds this to every suppression rule; it narrows nothing, since archived findings need no archiving. */
const ARCHIVED = 'service.archived';
const TYPE = 'type';

/** Reads a detector's filters; those with the action ARCHIVE suppress. */
export async function readSuppression(
  context: CollectorContext,
  client: GuardDutyClient,
  detectorId: string,
): Promise<Suppression> {
  const listing = pages(
    context,
    SERVICE,
    'ListFilters',
    (NextToken) => client.send(new ListFiltersCommand({ DetectorId: detectorId, MaxResults: 50, NextToken })),
    (output) => output.NextToken,
  );
  const types = new Set<string>();
  let everything = false;
  for await (const { FilterNames: names = [] } of listing) {
    const filters = await Promise.all(
      names.map((FilterName) =>
        call(context, SERVICE, 'GetFilter', () =>
          client.send(new GetFilterCommand({ DetectorId: detectorId, FilterName })),
        ),
      ),
    );
    for (const { Action: action, FindingCriteria: criteria } of filters) {
      if (action !== 'ARCHIVE') continue;
      const suppressed = wholeTypes(criteria?.Criterion ?? {});
      if (suppressed === 'everything') everything = true;
      else for (const type of suppressed) types.add(type);
    }
  }
  return { everything, types: [...types].sort() };
}

/**
 * The finding types that a suppression rule archives whole. A rule with any other criterion (a severity, an instance, an address)
 * leaves some findings of the type through, so it suppresses none of them whole.
 */
function wholeTypes(criterion: Readonly<Record<string, Condition>>): readonly string[] | 'everything' {
  const conditions = Object.entries(criterion).filter(([field]) => field !== ARCHIVED);
  if (conditions.length === 0) return 'everything';
  const [[field, condition] = ['', {}]] = conditions;
  if (conditions.length > 1 || field !== TYPE) return [];
  const negated = condition.NotEquals ?? condition.Neq ?? condition.NotMatches;
  return negated === undefined ? [...(condition.Equals ?? condition.Eq ?? []), ...(condition.Matches ?? [])] : [];
}
