import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { Link, Navigate, useSearchParams } from 'react-router';
import { rules, rulesData } from '../../api/clients.js';
import { beginSession, useSession } from '../../api/session.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { useTitle } from '../../ui/page.js';
import { ErrorNotice } from '../../ui/states.js';
import { ownPath, withReturn } from './own-path.js';

/** Where somebody signs in; afterwards they are where they wanted to go. */
export function Component() {
  useTitle('Sign in');
  const session = useSession();
  const [search] = useSearchParams();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => rulesData(rules.POST('/v1/auth/login', { body: { email, password } })),
    onSuccess: (answer) => {
      if ('accessToken' in answer) beginSession(answer);
    },
  });
  if (session === 'signed-in') return <Navigate to={ownPath(search.get('to'))} replace />;
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate();
      }}
    >
      <h1>Sign in</h1>
      <TextField
        label="E-mail address"
        type="email"
        autoComplete="username"
        isRequired
        value={email}
        onChange={setEmail}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        isRequired
        value={password}
        onChange={setPassword}
      />
      {signIn.isError && <ErrorNotice error={signIn.error} />}
      <Button kind="main" type="submit" pending={signIn.isPending}>
        Sign in
      </Button>
      <div className="row">
        <Link to={withReturn('/sign-up', search.get('to'))}>Make an account</Link>
        <Link to="/forgot-password">Forgot your password?</Link>
      </div>
    </Form>
  );
}
