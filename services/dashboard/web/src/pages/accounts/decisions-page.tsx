import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { techniqueColumn } from '../../attack/technique-column.js';
import { TechniqueName } from '../../attack/technique-name.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Empty, QueryView } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { useTitle } from '../../ui/title.js';
import { useAccountId } from './account-queries.js';
import { EndDecision } from './end-decision.js';
import { ExclusionForm } from './exclusion-form.js';

/** What people have decided about an account's coverage: what is left out, and which mappings they overrule. */
export function Component() {
  useTitle('Decisions');
  const id = useAccountId();
  const [open, setOpen] = useState(false);
  const exclusions = useQuery({
    queryKey: ['exclusions', id],
    queryFn: () =>
      coverageData(coverage.GET('/accounts/{id}/exclusions', { params: { path: { id }, query: { limit: 200 } } })),
  });
  const overrides = useQuery({
    queryKey: ['overrides', id],
    queryFn: () =>
      coverageData(coverage.GET('/accounts/{id}/overrides', { params: { path: { id }, query: { limit: 200 } } })),
  });
  return (
    <div className="stack">
      <div className="row-apart">
        <h2>Left out, or a risk that is accepted</h2>
        <Button onPress={() => setOpen(true)}>Leave something out</Button>
      </div>
      <QueryView query={exclusions}>
        {({ exclusions: rows }) =>
          rows.length === 0 ? (
            <Empty title="Nothing is left out">
              A technique that does not concern you, or whose risk somebody answers for, is no gap then.
            </Empty>
          ) : (
            <Table label="Exclusions" rows={rows} rowKey={(one) => one.id} columns={exclusionColumns(id)} />
          )
        }
      </QueryView>
      <h2>Overrides of mappings</h2>
      <QueryView query={overrides}>
        {({ overrides: rows }) =>
          rows.length === 0 ? (
            <Empty title="None">A detection’s page has “Override” beside each technique.</Empty>
          ) : (
            <Table label="Overrides" rows={rows} rowKey={(one) => one.id} columns={overrideColumns(id)} />
          )
        }
      </QueryView>
      <Dialog title="Leave something out" isOpen={open} onClose={() => setOpen(false)}>
        <ExclusionForm account={id} onDone={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

const Subject = ({ account, row }: { account: string; row: Coverage['Exclusion'] }) =>
  row.technique_id !== null ? (
    <TechniqueName id={row.technique_id} to={`/coverage/${account}/techniques/${row.technique_id}`} />
  ) : (
    <Link to={`/coverage/${account}/detections/${row.detection_id}`}>{row.detection_name}</Link>
  );

/** What is shown of each thing that is left out. */
const exclusionColumns = (account: string): Column<Coverage['Exclusion']>[] => [
  { id: 'what', title: 'What', cell: (one) => <Subject account={account} row={one} /> },
  {
    id: 'kind',
    title: 'Decision',
    cell: ({ in_force, kind }) => (
      <>
        {kind === 'exclusion' ? 'left out' : 'risk accepted'} {!in_force && <Badge>ended</Badge>}
      </>
    ),
  },
  { id: 'reason', title: 'Why', cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
  { id: 'owner', title: 'Answers for it', cell: ({ owner }) => owner },
  {
    id: 'until',
    title: 'Until',
    cell: ({ expires_at }) => (expires_at === null ? 'it is ended' : <Time at={expires_at} />),
  },
  {
    id: 'end',
    title: <span className="visually-hidden">End</span>,
    cell: (one) => (
      <EndDecision kind="exclusions" id={one.id}>
        What it left out counts again.
      </EndDecision>
    ),
  },
];

/** What is shown of each mapping that people overrule. */
const overrideColumns = (account: string): Column<Coverage['MappingOverride']>[] => [
  {
    id: 'detection',
    title: 'Detection',
    cell: (one) => <Link to={`/coverage/${account}/detections/${one.detection_id}`}>{one.detection_name}</Link>,
  },
  techniqueColumn(account),
  { id: 'covers', title: 'Covers it', cell: ({ covers }) => (covers ? 'yes' : 'no') },
  { id: 'reason', title: 'Why', cell: ({ reason }) => reason },
];
