import { Link } from 'react-router';
import type { Coverage } from '../../api/clients.js';
import { QueryView } from '../../ui/states.js';
import type { useOrganizationCoverage } from '../accounts/organization-queries.js';
import type { Shown, ShownRow } from './matrix-rows.js';
import type { Was } from './technique-queries.js';

type Answer = Coverage['OrganizationCoverage'];

/** In how many accounts of an organization each technique is covered: in all that were counted, in some or in none. */
export const elsewhereOf = ({ counted_accounts: counted, techniques }: Answer): ReadonlyMap<string, Was> =>
  new Map(
    techniques.map(({ covered_in, technique_id }) => [
      technique_id,
      covered_in === 0 ? 'nowhere' : covered_in === counted ? 'everywhere' : 'somewhere',
    ]),
  );

/** How an account differs from its organization, in a line above the matrix. */
export const OrganizationLine = ({
  query,
  rows,
}: {
  query: ReturnType<typeof useOrganizationCoverage>;
  rows: readonly ShownRow[];
}) => (
  <QueryView query={query} lines={1}>
    {({ counted_accounts: counted, organization_id: id }) => {
      const differ = rows
        .flatMap((row): readonly Shown[] => [row, ...row.children])
        .filter(({ was }) => was !== undefined);
      const ahead = differ.filter(({ technique }) => technique.status === 'covered').length;
      return (
        <p role="status">
          Against {counted === 1 ? 'the one account' : `all ${counted} accounts`} of the{' '}
          <Link to={`/organizations/${id}`}>organization</Link> that a scan has counted: {differ.length - ahead}{' '}
          techniques are covered in another account and not here, {ahead} here and not in every other. The left part of
          a cell is the organization; what is alike is faded.
        </p>
      );
    }}
  </QueryView>
);
