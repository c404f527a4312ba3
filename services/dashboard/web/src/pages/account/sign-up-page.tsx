import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { Link, Navigate, useSearchParams } from 'react-router';
import { fieldError } from '../../api/api-error.js';
import { rules, rulesData } from '../../api/clients.js';
import { beginSession, useSession } from '../../api/session.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { ErrorNotice } from '../../ui/states.js';
import { useTitle } from '../../ui/title.js';
import { keptInvitation } from '../team/kept-invitation.js';
import { NewPassword } from './new-password.js';
import { ownPath, withReturn } from './own-path.js';

/** Where an invitation is answered. */
const INVITATION = '/invitation';

/** Where somebody makes an account; a mail then verifies its address. Whoever comes from an invitation's mail has shown to read it, and is signed in at once. */
export function Component() {
  useTitle('Make an account');
  const session = useSession();
  const [search] = useSearchParams();
  const to = search.get('to');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const register = useMutation({
    mutationFn: async () => {
      const whom = { email: email.trim(), password };
      const invitation = to === INVITATION ? keptInvitation() : undefined;
      if (invitation === undefined) return rulesData(rules.POST('/v1/auth/register', { body: whom }));
      const made = await rulesData(rules.POST('/v1/auth/register', { body: { ...whom, invitation } }));
      const session = await rulesData(rules.POST('/v1/auth/login', { body: whom }));
      if ('accessToken' in session) beginSession(session);
      return made;
    },
  });
  if (session === 'signed-in') return <Navigate to={ownPath(to)} replace />;
  if (register.isSuccess)
    return (
      <div className="stack">
        <h1>{register.data.emailVerified ? 'You have an account' : 'Look into your mail'}</h1>
        <p>{register.data.message}</p>
        <ButtonLink kind="main" to={withReturn('/sign-in', to)}>
          Sign in
        </ButtonLink>
      </div>
    );
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        register.mutate();
      }}
    >
      <h1>Make an account</h1>
      <TextField
        label="E-mail address"
        type="email"
        autoComplete="username"
        isRequired
        value={email}
        onChange={setEmail}
        error={fieldError(register.error, 'email')}
      />
      <NewPassword value={password} onChange={setPassword} error={fieldError(register.error, 'password')} />
      {register.isError && <ErrorNotice error={register.error} />}
      <Button kind="main" type="submit" pending={register.isPending}>
        Make the account
      </Button>
      <p>
        You have one already? <Link to={withReturn('/sign-in', to)}>Sign in</Link>
      </p>
    </Form>
  );
}
