import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearchParams } from 'react-router';
import { rules, rulesData } from '../../api/clients.js';
import { beginSession, expectCookie, useSession } from '../../api/session.js';
import { Button } from '../../ui/button.js';
import { ErrorNotice, QueryView } from '../../ui/states.js';
import { useTitle } from '../../ui/title.js';
import { ownPath, withReturn } from './own-path.js';
import { hasPasskeys, signByPasskey } from './passkeys.js';
import { PasswordSignIn } from './password-sign-in.js';

/** Where somebody signs in; afterwards they are where they wanted to go. */
export function Component() {
  useTitle('Sign in');
  const session = useSession();
  const [search] = useSearchParams();
  const to = search.get('to');
  const ways = useQuery({
    queryKey: ['sign-in-ways'],
    meta: { personal: false },
    queryFn: () => rulesData(rules.GET('/v1/auth/ways')),
    staleTime: 'static',
  });
  if (session === 'signed-in') return <Navigate to={ownPath(to)} replace />;
  return (
    <div className="stack">
      <h1>Sign in</h1>
      <QueryView query={ways} lines={5}>
        {(offered) => (
          <>
            {offered.password && (
              <PasswordSignIn onSession={beginSession}>
                {offered.passkey && hasPasskeys() && <PasskeySignIn />}
                <div className="row">
                  {offered.signUp !== 'closed' && <Link to={withReturn('/sign-up', to)}>Make an account</Link>}
                  <Link to="/forgot-password">Forgot your password?</Link>
                </div>
              </PasswordSignIn>
            )}
            {offered.identityProvider && <OutsideSignIn to={to} />}
          </>
        )}
      </QueryView>
    </div>
  );
}

/** Leaves for the identity provider, which sends the browser back to where somebody wanted to go. */
const OutsideSignIn = ({ to }: { to: string | null }) => (
  <Button
    onPress={() => {
      expectCookie();
      location.assign(`/v1/auth/oidc/start?returnTo=${encodeURIComponent(ownPath(to))}`);
    }}
  >
    Sign in through your organisation
  </Button>
);

function PasskeySignIn() {
  const signIn = useMutation({
    mutationFn: async () => {
      const { publicKey, ticket } = await rulesData(rules.POST('/v1/auth/login/passkey/options'));
      const passkey = await signByPasskey(publicKey);
      return rulesData(rules.POST('/v1/auth/login/passkey', { body: { ticket, passkey } }));
    },
    onSuccess: beginSession,
  });
  return (
    <>
      <Button pending={signIn.isPending} onPress={() => signIn.mutate()}>
        Sign in with a passkey
      </Button>
      {signIn.isError && <ErrorNotice error={signIn.error} />}
    </>
  );
}
