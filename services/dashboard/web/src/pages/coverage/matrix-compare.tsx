import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { momentsApart } from '../../ui/moments.js';
import { Select } from '../../ui/select.js';
import { Notice, QueryView } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { useOrganizationCoverage, useOrganizations } from '../accounts/organization-queries.js';
import type { ShownRow } from './matrix-rows.js';
import { elsewhereOf, OrganizationLine } from './organization-compare.js';
import type { Was } from './technique-queries.js';

/** Earlier snapshots that the matrix can be compared with; the history has all. */
const OFFERED = 30;
const NONE = 'none';
/** What the id of an organization stands behind in the address. */
const ORGANIZATION = 'organization:';

/** What the newest snapshot is compared with: an earlier one of the same account, or all accounts of an organization. */
export interface Comparison {
  /** Without an earlier one there is nothing to compare with. */
  readonly snapshots: readonly Coverage['Snapshot'][];
  /** Those that were asked for, since the field was opened or one is compared with. */
  readonly organizations: readonly Coverage['Organization'][];
  readonly askForOrganizations: () => void;
  readonly diff: ReturnType<typeof useDiff>;
  /** Undefined where no organization is compared with. */
  readonly elsewhere: ReturnType<typeof useOrganizationCoverage> | undefined;
  /** By technique; undefined where nothing is compared, or what differs is not known yet. */
  readonly was: ReadonlyMap<string, Was> | undefined;
}

/** Compares an account's newest snapshot with what the address names: a snapshot by its id, an organization; with an empty text with nothing. */
export function useComparison(account: string, compared: string): Comparison {
  const organization = compared.startsWith(ORGANIZATION) ? compared.slice(ORGANIZATION.length) : '';
  const from = organization === '' ? compared : '';
  // Few compare: the page itself does not wait for what they may choose.
  const [isAsked, setAsked] = useState(false);
  const organizations = useOrganizations(isAsked || organization !== '');
  const elsewhere = useOrganizationCoverage(organization, 1);
  const history = useQuery({
    queryKey: ['snapshots', account, 'to compare'],
    queryFn: () =>
      coverageData(
        coverage.GET('/accounts/{id}/coverage/history', {
          params: { path: { id: account }, query: { limit: OFFERED } },
        }),
      ),
  });
  const snapshots = history.data?.snapshots ?? [];
  const diff = useDiff(account, from, snapshots[0]?.id);
  const earlier = useMemo(() => (diff.data === undefined ? undefined : earlierOf(diff.data)), [diff.data]);
  const others = useMemo(
    () => (elsewhere.data === undefined ? undefined : elsewhereOf(elsewhere.data)),
    [elsewhere.data],
  );
  return {
    snapshots,
    organizations: organizations.data ?? [],
    askForOrganizations: () => setAsked(true),
    diff,
    elsewhere: organization === '' ? undefined : elsewhere,
    was: organization === '' ? earlier : others,
  };
}

const useDiff = (account: string, from: string, to: string | undefined) =>
  useQuery({
    queryKey: ['diff', account, from, to],
    enabled: from !== '' && to !== undefined,
    queryFn: () =>
      coverageData(
        coverage.GET('/accounts/{id}/coverage/diff', {
          params: { path: { id: account }, query: { from, to: to ?? '' } },
        }),
      ),
  });

const earlierOf = ({ added, gained, lost }: Coverage['CoverageDiff']): ReadonlyMap<string, Was> =>
  new Map([...gained, ...lost, ...added].map(({ from, technique_id }) => [technique_id, from ?? 'not counted']));

/** The field that chooses what the matrix is compared with. */
export const CompareField = ({
  chosen,
  comparison: { askForOrganizations, organizations, snapshots },
  onChoose,
}: {
  chosen: string;
  comparison: Comparison;
  onChoose: (snapshot: string) => void;
}) => {
  const moments = momentsApart(snapshots.map((one) => one.created_at));
  const earlier = snapshots
    .map((one, place) => ({ value: one.id, label: `${moments[place]}, ${one.coverage_percent} %` }))
    .slice(1);
  const others = organizations.map(({ external_organization_id: name, id }) => ({
    value: `${ORGANIZATION}${id}`,
    label: `organization ${name}`,
  }));
  const isOffered = chosen === '' || [...others, ...earlier].some(({ value }) => value === chosen);
  return (
    <Select
      label="Compare with"
      onOpen={askForOrganizations}
      value={chosen === '' ? NONE : chosen}
      options={[
        { value: NONE, label: snapshots.length === 1 ? 'no earlier scan yet' : 'nothing' },
        ...others,
        ...earlier,
        ...(isOffered
          ? []
          : [{ value: chosen, label: chosen.startsWith(ORGANIZATION) ? 'an organization' : 'an older scan' }]),
      ]}
      onChange={(value) => onChoose(value === NONE ? '' : value)}
    />
  );
};

/** What differs, in a line above the matrix; why nothing can be said where that is so. */
export const CompareLine = ({
  account,
  comparison: { diff, elsewhere },
  rows,
}: {
  account: string;
  comparison: Comparison;
  rows: readonly ShownRow[];
}) =>
  elsewhere === undefined ? (
    <DiffLine account={account} diff={diff} />
  ) : (
    <OrganizationLine query={elsewhere} rows={rows} />
  );

const DiffLine = ({ account, diff }: { account: string; diff: Comparison['diff'] }) => (
  <QueryView query={diff} lines={1}>
    {({ dropped, from, gained, lost, not_comparable_because: because, to }) => (
      <>
        {because !== null && <Notice kind="warn">{because}</Notice>}
        <p role="status">
          Against <Time at={from.created_at} words={momentsApart([to.created_at, from.created_at])[1]} />:{' '}
          {gained.length} better, {lost.length} worse
          {dropped.length > 0 && `, ${dropped.length} no longer counted`}. The left part of a cell is what it was then;
          what stayed the same is faded.{' '}
          <Link to={`/coverage/${account}/diff?from=${from.id}&to=${to.id}`}>As a list</Link>
        </p>
      </>
    )}
  </QueryView>
);
