import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { entryFor } from '../../api/open-list.js';
import { useUnsaved } from '../../drafts/unsaved.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import { ErrorNotice } from '../../ui/states.js';
import { say } from '../../ui/toast.js';
import styles from './coverage.module.css';

type Gap = Coverage['Gap'];
type SetState = Coverage['GapWork']['state'];

const STATES = {
  open: 'open',
  in_progress: 'in progress',
  waiting_for_scan: 'waits for a scan',
  closed: 'closed',
  risk_accepted: 'risk accepted',
} as const;
const SETTABLE: readonly { readonly value: SetState; readonly label: string }[] = [
  { value: 'open', label: STATES.open },
  { value: 'in_progress', label: STATES.in_progress },
  { value: 'waiting_for_scan', label: STATES.waiting_for_scan },
];

/** How far a gap is, who works on it, until when, and the ticket. */
export const WorkCell = ({ gap: { due_at, owner, state, ticket_url } }: { gap: Gap }) => (
  <span className={styles.marks}>
    {state === 'open' ? (
      <span className="dim">open</span>
    ) : (
      <Badge kind="info">{entryFor(STATES, state) ?? state}</Badge>
    )}
    {owner !== null && (
      <span className="wrap-anywhere" dir="auto">
        {owner}
      </span>
    )}
    {due_at !== null && <Due at={due_at} />}
    {ticket_url !== null && (
      <a href={ticket_url} target="_blank" rel="noreferrer">
        Ticket
      </a>
    )}
  </span>
);

const Due = ({ at }: { at: string }) => (
  <span className="dim">
    due <time dateTime={at}>{dayOf(at)}</time> {Date.parse(at) < Date.now() && <Badge kind="bad">overdue</Badge>}
  </span>
);

/** The work on a gap as its form has it: texts, a day, and a state that somebody may set. */
interface Work {
  readonly state: SetState;
  readonly owner: string;
  readonly due: string;
  readonly ticket: string;
}

function useSavedWork(account: string, gap: Gap) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (work: Work) =>
      coverageData(
        coverage.PUT('/accounts/{id}/coverage/gaps/{technique}', {
          params: { path: { id: account, technique: gap.technique_id } },
          body: {
            state: work.state,
            owner: work.owner.trim() || null,
            due_at: work.due === '' ? null : new Date(`${work.due}T23:59:59`).toISOString(),
            ticket_url: work.ticket.trim() || null,
          },
        }),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['gaps', account] });
      say('The work on the gap is saved.');
    },
  });
}

/** Says who works on a gap and how far it is. What follows from coverage and from decisions (closed, accepted) is not said here. */
export function WorkForm({ account, gap }: { account: string; gap: Gap }) {
  const saved: Work = {
    state: SETTABLE.find(({ value }) => value === gap.state)?.value ?? 'open',
    owner: gap.owner ?? '',
    due: gap.due_at === null ? '' : dayOf(gap.due_at),
    ticket: gap.ticket_url ?? '',
  };
  const [work, setWork] = useState(saved);
  const isChanged = JSON.stringify(work) !== JSON.stringify(saved);
  useUnsaved(isChanged);
  const save = useSavedWork(account, gap);
  const change = (some: Partial<Work>): void => setWork((before) => ({ ...before, ...some }));
  return (
    <Form
      className="stack"
      aria-label="Work on the gap"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(work);
      }}
    >
      <Select<SetState>
        label="How far it is"
        value={work.state}
        options={SETTABLE}
        onChange={(state) => change({ state })}
      />
      <TextField label="Who works on it" maxLength={200} value={work.owner} onChange={(owner) => change({ owner })} />
      <TextField label="Due" type="date" value={work.due} onChange={(due) => change({ due })} />
      <TextField
        label="Ticket"
        inputMode="url"
        placeholder="https://"
        value={work.ticket}
        onChange={(ticket) => change({ ticket })}
      />
      {save.isError && <ErrorNotice error={save.error} />}
      <div className="row">
        <Button type="submit" pending={save.isPending} isDisabled={!isChanged}>
          Save the work
        </Button>
      </div>
    </Form>
  );
}

/** A moment's day on the reader's clock, as a date field has it. */
function dayOf(at: string): string {
  const day = new Date(at);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
