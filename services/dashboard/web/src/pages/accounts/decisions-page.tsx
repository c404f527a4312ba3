import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { techniqueColumn } from '../../attack/technique-column.js';
import { TechniqueField, typedId } from '../../attack/technique-field.js';
import { TechniqueName } from '../../attack/technique-name.js';
import { useUnsaved } from '../../drafts/unsaved.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogForm } from '../../ui/dialog-form.js';
import { TextField } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import { Empty, QueryView } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { useTitle } from '../../ui/title.js';
import { useAccountId } from './account-queries.js';
import { EndDecision } from './end-decision.js';

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
      <div className="row">
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

type Kind = Coverage['Exclusion']['kind'];

/** Leaves a technique out, with who answers for that and until when. */
export function ExclusionForm({
  account,
  onDone,
  technique = '',
}: {
  account: string;
  onDone: () => void;
  technique?: string;
}) {
  const [kind, setKind] = useState<Kind>('exclusion');
  const [techniqueId, setTechniqueId] = useState(technique);
  const [reason, setReason] = useState('');
  const [owner, setOwner] = useState('');
  const [until, setUntil] = useState('');
  useUnsaved(techniqueId !== technique || reason !== '' || owner !== '' || until !== '');
  const save = useMutation({
    mutationFn: () =>
      coverageData(
        coverage.POST('/accounts/{id}/exclusions', {
          params: { path: { id: account } },
          body: {
            kind,
            technique_id: typedId(techniqueId),
            reason: reason.trim(),
            owner: owner.trim(),
            ...(until === '' ? {} : { expires_at: new Date(`${until}T23:59:59`).toISOString() }),
          },
        }),
      ),
    onSuccess: onDone,
  });
  return (
    <DialogForm work={save} onCancel={onDone}>
      <TechniqueField value={techniqueId} onChange={setTechniqueId} />
      <Select<Kind>
        label="Decision"
        value={kind}
        options={[
          { value: 'exclusion', label: 'It does not concern us' },
          { value: 'accepted_risk', label: 'The risk is accepted' },
        ]}
        onChange={setKind}
      />
      <TextField label="Why" isRequired rows={3} value={reason} onChange={setReason} />
      <TextField label="Who answers for it" isRequired value={owner} onChange={setOwner} />
      <TextField label="Until" help="Empty: until somebody ends it." type="date" value={until} onChange={setUntil} />
    </DialogForm>
  );
}

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
