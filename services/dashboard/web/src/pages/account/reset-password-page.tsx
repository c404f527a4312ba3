import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { Link } from 'react-router';
import { fieldError } from '../../api/api-error.js';
import { rules, rulesData } from '../../api/clients.js';
import { useHashToken } from '../../api/hash-token.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { ErrorNotice } from '../../ui/states.js';
import { useTitle } from '../../ui/title.js';
import { NewPassword } from './new-password.js';

/** Where the mail's link leads that sets a new password. */
export function Component() {
  useTitle('Set a new password');
  const token = useHashToken();
  const [newPassword, setNewPassword] = useState('');
  const reset = useMutation({
    mutationFn: () => rulesData(rules.POST('/v1/auth/reset-password', { body: { token: token ?? '', newPassword } })),
  });
  if (reset.isSuccess)
    return (
      <div className="stack">
        <h1>Your password is set</h1>
        <p>{reset.data.message}</p>
        <ButtonLink kind="main" to="/sign-in">
          Sign in
        </ButtonLink>
      </div>
    );
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        reset.mutate();
      }}
    >
      <h1>Set a new password</h1>
      {token === undefined && <p>Follow the link of the mail: it ends in a long word behind “#token=”.</p>}
      <NewPassword
        label="New password"
        value={newPassword}
        onChange={setNewPassword}
        error={fieldError(reset.error, 'newPassword')}
      />
      {reset.isError && (
        <>
          <ErrorNotice error={reset.error} />
          <Link to="/forgot-password">Ask for another mail</Link>
        </>
      )}
      <Button kind="main" type="submit" pending={reset.isPending} isDisabled={token === undefined}>
        Set the password
      </Button>
    </Form>
  );
}
