import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { coverage, coverageData } from '../../api/clients.js';
import { TechniqueNames } from '../../attack/technique-name.js';
import { ButtonLink } from '../../ui/button.js';
import { Empty, QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { useTitle } from '../../ui/title.js';
import { useAccountId } from '../accounts/account-queries.js';

/** Coverage of the techniques of the groups and campaigns that the account has chosen. */
export function Component() {
  useTitle('Actors');
  const id = useAccountId();
  const query = useQuery({
    queryKey: ['actors', id],
    queryFn: () => coverageData(coverage.GET('/accounts/{id}/coverage/actors', { params: { path: { id } } })),
  });
  const namesOf = (ids: readonly string[]) =>
    ids.length === 0 ? 'none' : <TechniqueNames ids={ids} account={id} short />;
  return (
    <QueryView query={query}>
      {({ actors }) =>
        actors.length === 0 ? (
          <Empty
            title="No actor is chosen"
            action={<ButtonLink to={`/coverage/${id}/settings`}>Choose some</ButtonLink>}
          >
            Name the ATT&CK groups and campaigns that concern you, and their coverage is shown here.
          </Empty>
        ) : (
          <Table
            label="Coverage by actor"
            rows={actors}
            rowKey={(one) => one.id}
            columns={[
              {
                id: 'name',
                title: 'Actor',
                cell: (one) => (
                  <Link to={`/coverage/${id}/matrix?actor=${one.id}`}>
                    {one.name} ({one.id})
                  </Link>
                ),
              },
              { id: 'percent', title: 'Coverage', align: 'end', cell: (one) => `${one.coverage_percent} %` },
              { id: 'covered', title: 'Covered', align: 'end', cell: (one) => one.covered_techniques },
              { id: 'partial', title: 'Partly', align: 'end', cell: (one) => one.partial_techniques },
              {
                id: 'gaps',
                title: 'Gaps',
                cell: ({ uncovered, unknown }) => namesOf(uncovered.filter((one) => !unknown.includes(one))),
              },
              { id: 'unknown', title: 'Unknown', cell: ({ unknown }) => namesOf(unknown) },
            ]}
          />
        )
      }
    </QueryView>
  );
}
