import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { type Rules, rules, rulesData } from '../../api/clients.js';
import { useHashToken } from '../../api/hash-token.js';
import { beginSession, useSession } from '../../api/session.js';
import { ButtonLink } from '../../ui/button.js';
import { ErrorNotice, Loading } from '../../ui/states.js';
import { useTitle } from '../../ui/title.js';
import { SecondFactorForm } from './second-factor-form.js';

/** Where the operator's link leads that signs somebody in once. */
export function Component() {
  useTitle('Sign in by link');
  const inAddress = useHashToken();
  const [token] = useState(inAddress);
  const navigate = useNavigate();
  // Out of the address and the history at once; it is good for nothing by the time somebody finds it there, and looks as if it were.
  useEffect(() => {
    if (inAddress !== undefined) navigate('/sign-in-link', { replace: true });
  }, [inAddress, navigate]);
  return (
    <div className="stack">
      <h1>Sign in</h1>
      {token === undefined ? (
        <>
          <p>Open the operator’s link: it ends in a long word behind “#token=”.</p>
          <SignInAnotherWay />
        </>
      ) : (
        <Redeem token={token} />
      )}
    </div>
  );
}

const SignInAnotherWay = () => (
  <ButtonLink kind="main" to="/sign-in">
    Sign in another way
  </ButtonLink>
);

function Redeem({ token }: { token: string }) {
  const [done, setDone] = useState(false);
  // A token is good once: it is shown once, however often this is drawn; and not before it is known whether a session's token goes with the call.
  const answer = useQuery({
    queryKey: ['sign-in-link', token],
    // It is of the link, and outlives whoever was signed in before.
    meta: { personal: false },
    queryFn: () => rulesData(rules.POST('/v1/auth/login/link', { body: { token } })),
    enabled: useSession() !== 'starting',
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });
  const begin = useCallback((session: Rules['Session']) => {
    beginSession(session);
    setDone(true);
  }, []);
  const session = answer.data !== undefined && 'accessToken' in answer.data ? answer.data : undefined;
  useEffect(() => {
    if (session !== undefined) begin(session);
  }, [begin, session]);
  if (done) return <Navigate to="/" replace />;
  if (answer.isError)
    return (
      <>
        <ErrorNotice error={answer.error} />
        <SignInAnotherWay />
      </>
    );
  if (answer.data !== undefined && 'secondFactor' in answer.data)
    return (
      <SecondFactorForm
        needed={answer.data.secondFactor}
        onSession={begin}
        onBack={() => location.assign('/sign-in')}
      />
    );
  return <Loading label="Signing you in" lines={2} />;
}
