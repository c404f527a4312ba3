import { useQuery } from '@tanstack/react-query';
import { rules, rulesData } from '../../api/clients.js';
import { useHashToken } from '../../api/hash-token.js';
import { useSession } from '../../api/session.js';
import { ButtonLink } from '../../ui/button.js';
import { ErrorNotice, Loading } from '../../ui/states.js';
import { useTitle } from '../../ui/title.js';
import { keptInvitation } from '../team/kept-invitation.js';

/** Where the mail's link leads that verifies an address. */
export function Component() {
  useTitle('Verify your address');
  const token = useHashToken();
  return (
    <div className="stack">
      <h1>Verify your address</h1>
      {token === undefined ? <WithoutToken /> : <Verify token={token} />}
    </div>
  );
}

function WithoutToken() {
  const session = useSession();
  return (
    <>
      <p>Follow the link of the mail: it ends in a long word behind “#token=”.</p>
      <ButtonLink kind="main" to={session === 'signed-in' ? '/' : '/sign-in'}>
        {session === 'signed-in' ? 'Go on' : 'Sign in'}
      </ButtonLink>
    </>
  );
}

function Verify({ token }: { token: string }) {
  const session = useSession();
  // A token is good once: it is shown once, however often this is drawn.
  const verified = useQuery({
    queryKey: ['verify-email', token],
    meta: { personal: false },
    queryFn: () => rulesData(rules.POST('/v1/auth/verify-email', { body: { token } })),
    staleTime: 'static',
    retry: false,
  });
  if (verified.isPending) return <Loading label="Verifying your address" lines={2} />;
  const next = keptInvitation() === undefined ? '/' : '/invitation';
  const signIn = session === 'signed-in' ? next : `/sign-in?to=${encodeURIComponent(next)}`;
  return (
    <>
      {verified.isError ? <ErrorNotice error={verified.error} /> : <p>{verified.data.message}</p>}
      <ButtonLink kind="main" to={signIn}>
        {session !== 'signed-in' ? 'Sign in' : next === '/' ? 'Go on' : 'To your invitation'}
      </ButtonLink>
    </>
  );
}
