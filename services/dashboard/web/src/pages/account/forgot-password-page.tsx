import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { Link } from 'react-router';
import { rules, rulesData } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { ErrorNotice, Notice } from '../../ui/states.js';
import { useTitle } from '../../ui/title.js';

/** Where somebody asks for a mail to set a new password. */
export function Component() {
  useTitle('Forgot your password');
  const [email, setEmail] = useState('');
  const ask = useMutation({
    mutationFn: () => rulesData(rules.POST('/v1/auth/forgot-password', { body: { email: email.trim() } })),
  });
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate();
      }}
    >
      <h1>Set a new password</h1>
      <p className="dim">A mail brings you a link, which is good for an hour.</p>
      <TextField
        label="E-mail address"
        type="email"
        autoComplete="username"
        isRequired
        value={email}
        onChange={setEmail}
      />
      {ask.isError && <ErrorNotice error={ask.error} />}
      {ask.isSuccess && (
        <Notice kind="good">
          <p>{ask.data.message}</p>
        </Notice>
      )}
      <Button kind="main" type="submit" pending={ask.isPending}>
        Send the mail
      </Button>
      <Link to="/sign-in">Back to the sign-in</Link>
    </Form>
  );
}
