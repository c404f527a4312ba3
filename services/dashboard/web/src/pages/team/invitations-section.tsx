import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { fieldError } from '../../api/api-error.js';
import { type Rules, rules, rulesData } from '../../api/clients.js';
import { wordsFor } from '../../api/open-list.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Choice } from '../../ui/choice.js';
import { CopyButton } from '../../ui/copy-button.js';
import { ConfirmButton } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { ErrorNotice } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { say } from '../../ui/toast.js';
import styles from './team.module.css';

type Invitation = Rules['Invitation'];

/** Who is invited, and a form to invite somebody: for the owner and admins. */
export const InvitationsSection = ({ invitations }: { invitations: readonly Invitation[] }) => (
  <section className="stack">
    <h2>Invitations</h2>
    <InviteForm />
    {invitations.length === 0 ? (
      <p className="dim">Nobody is invited.</p>
    ) : (
      <Table
        label="Invitations"
        rows={invitations}
        rowKey={({ id }) => id}
        columns={[
          { id: 'email', title: 'Address', cell: ({ email }) => email },
          { id: 'role', title: 'As', cell: ({ role }) => role },
          { id: 'status', title: 'State', cell: (invitation) => <State invitation={invitation} /> },
          { id: 'expires', title: 'Good until', wideOnly: true, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
          {
            id: 'actions',
            title: 'Actions',
            cell: (invitation) => (
              <div className="row">
                {invitation.link !== undefined && <CopyButton text={invitation.link} what="the invitation’s link" />}
                {invitation.status === 'pending' && <Withdraw invitation={invitation} />}
              </div>
            ),
          },
        ]}
      />
    )}
  </section>
);

const MAIL_WORDS = {
  queued: 'its mail is on its way',
  retrying: 'its mail is tried again',
  sent: 'mail sent',
  failed: 'its mail failed: withdraw it and invite again',
} as const;

const State = ({ invitation: { mail, status } }: { invitation: Invitation }) => (
  <>
    <Badge kind={status === 'accepted' ? 'good' : status === 'pending' ? 'info' : 'plain'}>{status}</Badge>
    {status === 'pending' && mail !== null && (
      <span className="dim">
        {' '}
        {wordsFor(MAIL_WORDS, mail.status)}
        {mail.error !== null && ` (${mail.error})`}
      </span>
    )}
  </>
);

function Withdraw({ invitation: { email, id } }: { invitation: Invitation }) {
  const withdraw = useMutation({
    mutationFn: () => rulesData(rules.DELETE('/v1/team/invitations/{id}', { params: { path: { id } } })),
    onSuccess: () => say(`The invitation of ${email} is withdrawn.`),
  });
  return (
    <ConfirmButton
      kind="plain"
      label="Withdraw"
      title={`Withdraw the invitation of ${email}?`}
      confirm="Withdraw it"
      work={() => withdraw.mutateAsync()}
    >
      The link in its mail is good for nothing then, and its seat is free.
    </ConfirmButton>
  );
}

function InviteForm() {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Invitation['role']>('member');
  const invite = useMutation({
    mutationFn: () => rulesData(rules.POST('/v1/team/invite', { body: { email: email.trim(), role } })),
    onSuccess: () => {
      say(`${email.trim()} is invited.`);
      setEmail('');
    },
  });
  return (
    <Form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate();
      }}
    >
      <div className="row-end">
        <div className={styles.teamGrow}>
          <TextField
            label="E-mail address"
            type="email"
            isRequired
            value={email}
            onChange={setEmail}
            error={fieldError(invite.error, 'email')}
          />
        </div>
        <Choice
          label="As"
          value={role}
          options={[
            { value: 'member', label: 'member' },
            { value: 'admin', label: 'admin' },
          ]}
          onChange={setRole}
        />
        <Button kind="main" type="submit" pending={invite.isPending}>
          Invite
        </Button>
      </div>
      {invite.isError && <ErrorNotice error={invite.error} />}
    </Form>
  );
}
