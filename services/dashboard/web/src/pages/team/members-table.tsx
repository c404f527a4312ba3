import { useMutation } from '@tanstack/react-query';
import { type Rules, rules, rulesData } from '../../api/clients.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ConfirmButton } from '../../ui/dialog.js';
import { ErrorNotice } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { say } from '../../ui/toast.js';

type Member = Rules['TeamMember'];

/** Everybody in the team. What can be done to somebody depends on one's own role. */
export const MembersTable = ({ team, me }: { team: Rules['Team']; me: Member | undefined }) => (
  <Table
    label="Members"
    rows={team.members}
    rowKey={({ userId }) => userId}
    columns={[
      {
        id: 'email',
        title: 'Member',
        cell: ({ email, userId }) => (
          <>
            {email} {userId === me?.userId && <Badge>you</Badge>}
          </>
        ),
      },
      {
        id: 'role',
        title: 'Role',
        cell: ({ role }) => <Badge kind={role === 'member' ? 'plain' : 'info'}>{role}</Badge>,
      },
      { id: 'joined', title: 'Joined', wideOnly: true, cell: ({ joinedAt }) => <Time at={joinedAt} /> },
      ...(me === undefined || me.role === 'member'
        ? []
        : [
            {
              id: 'actions',
              title: 'Actions',
              cell: (member: Member) => <MemberActions member={member} team={team} me={me} />,
            },
          ]),
    ]}
  />
);

function MemberActions({ member, me, team }: { member: Member; me: Member; team: Rules['Team'] }) {
  const { email, role, userId } = member;
  const path = { userId };
  const other = role === 'admin' ? 'member' : 'admin';
  const give = useMutation({
    mutationFn: () => rulesData(rules.PATCH('/v1/team/members/{userId}', { params: { path }, body: { role: other } })),
    onSuccess: () => say(`${email} is ${other === 'admin' ? 'an admin' : 'a member'} now.`),
  });
  const remove = useMutation({
    mutationFn: () => rulesData(rules.DELETE('/v1/team/members/{userId}', { params: { path } })),
    onSuccess: () => say(`${email} is removed.`),
  });
  const transfer = useMutation({
    mutationFn: () => rulesData(rules.POST('/v1/team/transfer', { body: { userId } })),
    onSuccess: () => say(`“${team.name}” is ${email}’s now.`),
  });
  if (role === 'owner' || userId === me.userId) return null;
  return (
    <div className="stack">
      <div className="row">
        {me.role === 'owner' && (
          <>
            <Button pending={give.isPending} onPress={() => give.mutate()}>
              Make {other}
            </Button>
            <ConfirmButton
              kind="plain"
              label="Transfer"
              title={`Transfer the team to ${email}?`}
              confirm="Transfer the team"
              work={() => transfer.mutateAsync()}
            >
              They become its owner, for which they need a subscription of their own with enough seats. You stay as an
              admin, and cannot take it back.
            </ConfirmButton>
          </>
        )}
        {(me.role === 'owner' || role === 'member') && (
          <ConfirmButton
            label="Remove"
            title={`Remove ${email}?`}
            confirm="Remove from the team"
            work={() => remove.mutateAsync()}
          >
            The team’s tier, rules and accounts are closed to them within a second. What they made in the team stays
            with it.
          </ConfirmButton>
        )}
      </div>
      {give.isError && <ErrorNotice error={give.error} />}
    </div>
  );
}
