import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { rules, rulesData } from '../../api/clients.js';
import { useHashToken } from '../../api/hash-token.js';
import { useProfile } from '../../api/profile.js';
import { endSession, useSession, useSubject } from '../../api/session.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { ErrorNotice, Loading, Notice } from '../../ui/states.js';
import { useTitle } from '../../ui/title.js';
import { say } from '../../ui/toast.js';
import { forgetInvitation, keepInvitation, keptInvitation } from './kept-invitation.js';
import { TEAM_AND_BRING } from './team-query.js';

/** The page that an invitation's mail leads to: for those who are signed in and for those who are not. */
export function Component() {
  useTitle('Invitation');
  const session = useSession();
  const subject = useSubject();
  const inLink = useHashToken();
  const [token, setToken] = useState(inLink ?? keptInvitation);
  useEffect(() => {
    if (inLink === undefined) return;
    setToken(inLink);
    keepInvitation(inLink);
  }, [inLink]);
  if (token === undefined)
    return (
      <div className="stack">
        <h1>No invitation here</h1>
        <p>Follow the link of the invitation’s mail: it ends in a long word behind “#token=”.</p>
        <ButtonLink to="/">To the start</ButtonLink>
      </div>
    );
  if (session === 'starting') return <Loading label="Signing you in" />;
  return (
    <div className="stack">
      <h1>You are invited to a team</h1>
      {session === 'signed-in' ? <Answer key={subject} token={token} /> : <SignInFirst />}
    </div>
  );
}

const SignInFirst = () => (
  <>
    <p>
      A team shares the rules its members generate and the cloud accounts they connect. To answer, sign in with the
      address that the invitation was sent to, or make an account for it. You come back here then.
    </p>
    <div className="row">
      <ButtonLink kind="main" to="/sign-in?to=%2Finvitation">
        Sign in
      </ButtonLink>
      <ButtonLink to="/sign-up?to=%2Finvitation">Make an account</ButtonLink>
    </div>
  </>
);

/** Joins the team, or declines. */
function useAnswers(token: string) {
  const navigate = useNavigate();
  const body = { token };
  const accept = useMutation({
    mutationFn: () => rulesData(rules.POST('/v1/team/invitations/accept', { body })),
    onSuccess: ({ name }) => {
      forgetInvitation();
      say(`You are in the team “${name}”.`);
      return navigate(TEAM_AND_BRING, { replace: true });
    },
  });
  const decline = useMutation({
    mutationFn: () => rulesData(rules.POST('/v1/team/invitations/decline', { body })),
    onSuccess: () => {
      forgetInvitation();
      say('The invitation is declined.');
      return navigate('/', { replace: true });
    },
  });
  return { accept, decline };
}

function Answer({ token }: { token: string }) {
  const { data: profile } = useProfile();
  const { accept, decline } = useAnswers(token);
  const refused = accept.error ?? decline.error;
  return (
    <>
      <p>
        You are signed in as <strong>{profile?.email ?? '…'}</strong>. An invitation is good for the address it was sent
        to, and once.
      </p>
      {profile?.emailVerified === false && (
        <Notice kind="warn">
          <p>
            Your address is not verified yet: follow the link in the mail that came when you signed up, then come back.
          </p>
        </Notice>
      )}
      {profile?.team && (
        <Notice kind="warn">
          <p>You are in the team “{profile.team.name}” already. One is in one team at most: leave it first.</p>
        </Notice>
      )}
      {refused !== null && <ErrorNotice error={refused} />}
      <div className="row">
        <Button
          kind="main"
          pending={accept.isPending}
          onPress={() => {
            decline.reset();
            accept.mutate();
          }}
        >
          Join the team
        </Button>
        <Button
          pending={decline.isPending}
          onPress={() => {
            accept.reset();
            decline.mutate();
          }}
        >
          Decline
        </Button>
        <Button kind="quiet" onPress={() => void endSession()}>
          Use another account
        </Button>
      </div>
    </>
  );
}
