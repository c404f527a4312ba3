import { useMutation, useQuery } from '@tanstack/react-query';
import { rules, rulesData } from '../../api/clients.js';
import { useSignOut } from '../../leaving/sign-out.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ConfirmButton } from '../../ui/dialog.js';
import { ErrorNotice, QueryView } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { say } from '../../ui/toast.js';

const listSessions = async () => (await rulesData(rules.GET('/v1/me/sessions'))).sessions;
type Session = Awaited<ReturnType<typeof listSessions>>[number];

/** Where one is signed in. */
export function SessionsSection() {
  const signOut = useSignOut();
  const query = useQuery({
    queryKey: ['sessions'],
    queryFn: listSessions,
  });
  const end = useMutation({
    mutationFn: (id: string) => rulesData(rules.DELETE('/v1/me/sessions/{id}', { params: { path: { id } } })),
    onSuccess: () => say('The session has ended.'),
  });
  const endOthers = useMutation({
    mutationFn: () => rulesData(rules.DELETE('/v1/me/sessions')),
    onSuccess: () => say('All other sessions have ended.'),
  });
  return (
    <section className="stack">
      <h2>Sessions</h2>
      {end.isError && <ErrorNotice error={end.error} />}
      <QueryView query={query}>
        {(sessions) => (
          <>
            <Table
              label="Sessions"
              rows={sessions}
              rowKey={({ id }) => id}
              columns={sessionColumns((session) => (session.current ? void signOut() : end.mutate(session.id)))}
            />
            {sessions.length > 1 && (
              <div className="row">
                <ConfirmButton
                  label="End all others"
                  title="End all other sessions?"
                  confirm="End them"
                  work={() => endOthers.mutateAsync()}
                >
                  Everywhere but here you have to sign in again.
                </ConfirmButton>
              </div>
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}

/** What is shown of each session. */
const sessionColumns = (onEnd: (session: Session) => void): Column<Session>[] => [
  {
    id: 'device',
    title: 'Device',
    cell: ({ current, device }) => (
      <>
        {device ?? 'unknown'} {current && <Badge kind="good">this one</Badge>}
      </>
    ),
  },
  { id: 'ip', title: 'Address', cell: ({ ip }) => ip ?? '–' },
  { id: 'began', title: 'Signed in', wideOnly: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { id: 'used', title: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} relative /> },
  {
    id: 'end',
    title: 'Actions',
    cell: (session) => <Button onPress={() => onEnd(session)}>{session.current ? 'Sign out here' : 'End it'}</Button>,
  },
];
