import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { type Rules, rules, rulesData } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { ConfirmButton } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { ErrorNotice } from '../../ui/states.js';
import { say } from '../../ui/toast.js';
import styles from './team.module.css';
import { TeamSiems } from './team-siems.js';

type Role = Rules['TeamMember']['role'];

/** What can be set of a team, as far as one's role goes, and the ways out of it. */
export const TeamSettings = ({ team, role }: { team: Rules['Team']; role: Role }) => (
  <section className="stack">
    <h2>Settings</h2>
    {role !== 'member' && <RenameForm key={team.name} team={team} />}
    <TeamSiems role={role} />
    {role === 'owner' ? <SecondFactor team={team} /> : <p>{requirement(team)}</p>}
    <div className="row">{role === 'owner' ? <EndTeam team={team} /> : <LeaveTeam team={team} />}</div>
    <Roles />
  </section>
);

const requirement = ({ requireSecondFactor }: Rules['Team']): string =>
  requireSecondFactor
    ? 'The team asks its members for a second factor.'
    : 'The team does not ask its members for a second factor.';

function RenameForm({ team }: { team: Rules['Team'] }) {
  const [name, setName] = useState(team.name);
  const rename = useMutation({
    mutationFn: () => rulesData(rules.PATCH('/v1/team', { body: { name: name.trim() } })),
    onSuccess: () => say('The team is renamed.'),
  });
  return (
    <Form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate();
      }}
    >
      <div className="row-end">
        <div className={styles.teamGrow}>
          <TextField label="The team’s name" isRequired value={name} onChange={setName} />
        </div>
        <Button type="submit" pending={rename.isPending}>
          Rename
        </Button>
      </div>
      {rename.isError && <ErrorNotice error={rename.error} />}
    </Form>
  );
}

function SecondFactor({ team }: { team: Rules['Team'] }) {
  const required = team.requireSecondFactor;
  const change = useMutation({
    mutationFn: () => rulesData(rules.PATCH('/v1/team', { body: { requireSecondFactor: !required } })),
    onSuccess: () => say(required ? 'A second factor is no longer required.' : 'A second factor is required now.'),
  });
  return (
    <div className="card stack">
      <h3>Second factor</h3>
      <p>{requirement(team)}</p>
      <div className="row">
        <ConfirmButton
          kind="plain"
          label={required ? 'No longer require it' : 'Require a second factor'}
          title={required ? 'No longer require a second factor?' : 'Require a second factor of everybody?'}
          confirm={required ? 'No longer require it' : 'Require it'}
          work={() => change.mutateAsync()}
        >
          {required
            ? 'Members may then remove theirs.'
            : 'Everything of the team is closed to members without one, also by API key, until they add one. You need one yourself first.'}
        </ConfirmButton>
      </div>
    </div>
  );
}

function LeaveTeam({ team }: { team: Rules['Team'] }) {
  const leave = useMutation({
    mutationFn: () => rulesData(rules.POST('/v1/team/leave')),
    onSuccess: () => say(`You have left “${team.name}”.`),
  });
  return (
    <ConfirmButton
      label="Leave the team"
      title={`Leave “${team.name}”?`}
      confirm="Leave it"
      work={() => leave.mutateAsync()}
    >
      What you made in the team stays with it, and its tier is no longer yours. To come back you need an invitation.
    </ConfirmButton>
  );
}

function EndTeam({ team }: { team: Rules['Team'] }) {
  const end = useMutation({
    mutationFn: () => rulesData(rules.DELETE('/v1/team')),
    onSuccess: () => say(`“${team.name}” has ended.`),
  });
  return (
    <ConfirmButton label="End the team" title={`End “${team.name}”?`} confirm="End it" work={() => end.mutateAsync()}>
      Its rules, pipelines and cloud accounts go back to those who made them, its service accounts and their keys end.
      This cannot be undone.
    </ConfirmButton>
  );
}

const MAY: readonly (readonly [string, string, string, string])[] = [
  ['read the team, its rules, its analytics', 'yes', 'yes', 'yes'],
  ['invite, rename, read the audit log, keep pipelines and service accounts', 'yes', 'yes', '–'],
  ['remove members', 'yes', 'members', '–'],
  ['give roles, transfer, end, require a second factor', 'yes', '–', '–'],
];

const Roles = () => (
  <details>
    <summary>Who may do what</summary>
    <table className={styles.teamRoles}>
      <thead>
        <tr>
          <th scope="col">May</th>
          <th scope="col">owner</th>
          <th scope="col">admin</th>
          <th scope="col">member</th>
        </tr>
      </thead>
      <tbody>
        {MAY.map(([what, ...roles]) => (
          <tr key={what}>
            <td>{what}</td>
            {roles.map((may, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay where they are.
              <td key={column}>{may}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);
