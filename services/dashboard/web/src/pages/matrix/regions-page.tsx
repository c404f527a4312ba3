import './matrix.css';
import { Link, useSearchParams } from 'react-router';
import { Select } from '../../ui/select.js';
import { QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { useAccountId, useCoverage } from '../coverage/account-queries.js';
import { useTechniques } from './technique-queries.js';

/** Coverage region by region: what is noticed in one and not in another. */
export function Component() {
  const id = useAccountId();
  const [search, setSearch] = useSearchParams();
  const summary = useCoverage(id);
  const techniques = useTechniques(id);
  return (
    <QueryView query={summary}>
      {({ by_region, regions }) => {
        const region = search.get('region') ?? by_region[0]?.region ?? '';
        const missing = techniques.data?.techniques.filter(
          (one) => one.regions_needed.includes(region) && !one.regions_covered.includes(region),
        );
        return (
          <div className="stack">
            <Table
              label="Coverage by region"
              rows={by_region}
              rowKey={(one) => one.region}
              columns={[
                {
                  id: 'region',
                  title: 'Region',
                  cell: (one) => <Link to={`?region=${one.region}`}>{one.region}</Link>,
                },
                { id: 'percent', title: 'Coverage', align: 'end', cell: (one) => `${one.coverage_percent} %` },
                { id: 'covered', title: 'Covered', align: 'end', cell: ({ covered }) => covered },
                { id: 'partial', title: 'Partly', align: 'end', cell: ({ partial }) => partial },
                { id: 'uncovered', title: 'Not', align: 'end', cell: ({ uncovered }) => uncovered },
                {
                  id: 'unsure',
                  title: 'Not certain',
                  align: 'end',
                  wideOnly: true,
                  cell: ({ unverified }) => unverified,
                },
                {
                  id: 'read',
                  title: 'Last read',
                  wideOnly: true,
                  cell: (one) => {
                    const at = regions.find((read) => read.region === one.region)?.read_at;
                    return at === undefined ? '' : <Time at={at} relative />;
                  },
                },
              ]}
            />
            {by_region.length > 0 && (
              <div className="filters">
                <Select
                  label="Not covered in"
                  value={region}
                  options={by_region.map((one) => ({ value: one.region, label: one.region }))}
                  onChange={(value) => setSearch({ region: value }, { replace: true })}
                />
              </div>
            )}
            {missing !== undefined && (
              <Table
                label={`Not covered in ${region}`}
                rows={missing}
                rowKey={(one) => one.technique_id}
                columns={[
                  {
                    id: 'technique',
                    title: 'Technique',
                    cell: (one) => (
                      <Link to={`/coverage/${id}/techniques/${one.technique_id}`}>
                        {one.technique_id} {one.name}
                      </Link>
                    ),
                  },
                  {
                    id: 'here',
                    title: 'Here',
                    cell: (one) =>
                      one.regions_partial.includes(region)
                        ? 'partly'
                        : one.regions_unknown.includes(region)
                          ? 'not certain'
                          : 'not covered',
                  },
                  {
                    id: 'elsewhere',
                    title: 'Covered in',
                    cell: (one) => one.regions_covered.join(', ') || 'no region',
                  },
                ]}
              />
            )}
          </div>
        );
      }}
    </QueryView>
  );
}
