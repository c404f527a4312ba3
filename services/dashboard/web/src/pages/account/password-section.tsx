import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { fieldError, withLabels } from '../../api/api-error.js';
import { rules, rulesData } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { ErrorNotice } from '../../ui/states.js';
import { say } from '../../ui/toast.js';
import styles from './account.module.css';
import { NewPassword } from './new-password.js';

/** Changes the password. */
export function PasswordSection() {
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const change = useMutation({
    mutationFn: () => rulesData(rules.POST('/v1/auth/change-password', { body: { currentPassword, newPassword } })),
    onSuccess: ({ message }) => {
      setCurrent('');
      setNew('');
      say(message);
    },
  });
  const error = withLabels(change.error, { currentPassword: 'Current password', newPassword: 'New password' });
  return (
    <Form
      className={`card stack ${styles.accountForm}`}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <h2>Password</h2>
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        isRequired
        value={currentPassword}
        onChange={setCurrent}
        error={fieldError(error, 'currentPassword')}
      />
      <NewPassword
        label="New password"
        value={newPassword}
        onChange={setNew}
        error={fieldError(error, 'newPassword')}
      />
      {change.isError && <ErrorNotice error={error} />}
      <div className="row">
        <Button type="submit" pending={change.isPending}>
          Change the password
        </Button>
      </div>
    </Form>
  );
}
