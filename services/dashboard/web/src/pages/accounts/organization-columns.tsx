import { Link } from 'react-router';
import type { Coverage } from '../../api/clients.js';
import { TechniqueName } from '../../attack/technique-name.js';
import type { Column } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { ShareBar } from './share-bar.js';

const known = (count: number | null): number | string => count ?? '–';

/** What is shown of an account of an organisation. */
export const MEMBER_COLUMNS: readonly Column<Coverage['OrganizationAccountCoverage']>[] = [
  {
    id: 'name',
    title: 'Account',
    cell: ({ cloud_account_id: id, external_account_id, name }) => (
      <>
        {id === null ? (
          <span dir="auto">{name}</span>
        ) : (
          <Link to={`/coverage/${id}`} className="wrap-anywhere" dir="auto">
            {name}
          </Link>
        )}{' '}
        <code className="dim">{external_account_id}</code>
      </>
    ),
  },
  { id: 'unit', title: 'Unit', wideOnly: true, cell: ({ unit }) => unit && <span dir="auto">{unit}</span> },
  {
    id: 'bar',
    title: <span className="visually-hidden">Share</span>,
    wideOnly: true,
    cell: (one) => (
      <ShareBar
        covered={one.covered_techniques}
        partial={one.partial_techniques}
        unknown={one.unknown_techniques}
        gap={one.uncovered_techniques}
      />
    ),
  },
  {
    id: 'percent',
    title: 'Coverage',
    align: 'end',
    cell: ({ coverage_percent: percent }) => (percent === null ? '–' : `${percent} %`),
  },
  { id: 'covered', title: 'Covered', align: 'end', wideOnly: true, cell: (one) => known(one.covered_techniques) },
  { id: 'partial', title: 'Partly', align: 'end', wideOnly: true, cell: (one) => known(one.partial_techniques) },
  { id: 'uncovered', title: 'Not', align: 'end', wideOnly: true, cell: (one) => known(one.uncovered_techniques) },
  { id: 'unknown', title: 'Unknown', align: 'end', wideOnly: true, cell: (one) => known(one.unknown_techniques) },
  {
    id: 'counted',
    title: 'Counted',
    cell: ({ counted_at, status }) =>
      counted_at === null ? status === 'active' ? 'never' : status : <Time at={counted_at} relative />,
  },
];

/** What is shown of a technique over the accounts of an organisation. */
export const TECHNIQUE_COLUMNS: readonly Column<Coverage['OrganizationTechnique']>[] = [
  { id: 'technique', title: 'Technique', cell: ({ technique_id }) => <TechniqueName id={technique_id} /> },
  {
    id: 'bar',
    title: <span className="visually-hidden">Share of accounts</span>,
    wideOnly: true,
    cell: (one) => (
      <ShareBar covered={one.covered_in} partial={one.partial_in} unknown={one.unknown_in} gap={one.uncovered_in} />
    ),
  },
  { id: 'covered', title: 'Covered in', align: 'end', cell: ({ covered_in }) => covered_in },
  { id: 'partial', title: 'Partly in', align: 'end', wideOnly: true, cell: ({ partial_in }) => partial_in },
  { id: 'uncovered', title: 'Not in', align: 'end', cell: ({ uncovered_in }) => uncovered_in },
  { id: 'unknown', title: 'Unknown in', align: 'end', wideOnly: true, cell: ({ unknown_in }) => unknown_in },
  { id: 'excluded', title: 'Excluded in', align: 'end', wideOnly: true, cell: ({ excluded_in }) => excluded_in },
];
