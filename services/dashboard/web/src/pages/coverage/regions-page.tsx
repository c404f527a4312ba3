import { Link, useSearchParams } from 'react-router';
import type { Coverage } from '../../api/clients.js';
import { techniqueColumn } from '../../attack/technique-column.js';
import { Select } from '../../ui/select.js';
import { QueryView } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { useTitle } from '../../ui/title.js';
import { useAccountId, useCoverage } from '../accounts/account-queries.js';
import { useTechniques } from './technique-queries.js';

type Region = Coverage['CoverageSummary']['by_region'][number];

/** A region's percentage, with what it counts. */
const Share = ({ region: { coverage_percent, covered, region, total } }: { region: Region }) => (
  <span title={`${covered} of the ${total} techniques whose events arrive in ${region} are covered there`}>
    {coverage_percent} % <span className="dim">of {total}</span>
  </span>
);

/** Coverage region by region: what is noticed in one and not in another. */
export function Component() {
  useTitle('Regions');
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
            <p id="what-regions-count">
              A region’s percentage counts the techniques whose events arrive in that region, and how many of them are
              covered there. The account’s own coverage is lower: it counts a technique only where it is covered in
              every region that has its events.
            </p>
            <Table
              label="Coverage by region"
              rows={by_region}
              rowKey={(one) => one.region}
              columns={regionColumns(regions)}
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
                columns={missingColumns(id, region)}
              />
            )}
          </div>
        );
      }}
    </QueryView>
  );
}

/** What is shown of each region. */
const regionColumns = (read: Coverage['CoverageSummary']['regions']): Column<Region>[] => [
  {
    id: 'region',
    title: 'Region',
    cell: (one) => <Link to={`?region=${one.region}`}>{one.region}</Link>,
  },
  { id: 'percent', title: 'Coverage', align: 'end', cell: (one) => <Share region={one} /> },
  { id: 'covered', title: 'Covered', align: 'end', cell: ({ covered }) => covered },
  { id: 'partial', title: 'Partly', align: 'end', cell: ({ partial }) => partial },
  { id: 'uncovered', title: 'Not', align: 'end', cell: (one) => one.uncovered - one.unknown },
  { id: 'unknown', title: 'Unknown', align: 'end', cell: ({ unknown }) => unknown },
  {
    id: 'read',
    title: 'Last read',
    wideOnly: true,
    cell: (one) => {
      const at = read.find(({ region }) => region === one.region)?.read_at;
      return at === undefined ? '' : <Time at={at} relative />;
    },
  },
];

/** What is shown of each technique that is not covered in a region. */
const missingColumns = (account: string, region: string): Column<Coverage['TechniqueCoverage']>[] => [
  techniqueColumn(account),
  {
    id: 'here',
    title: 'Here',
    cell: (one) =>
      one.regions_partial.includes(region)
        ? 'partly'
        : one.regions_unknown.includes(region)
          ? 'unknown'
          : 'not covered',
  },
  {
    id: 'elsewhere',
    title: 'Covered in',
    cell: (one) => one.regions_covered.join(', ') || 'no region',
  },
];
