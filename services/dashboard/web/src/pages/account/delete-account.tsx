import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { rules, rulesData } from '../../api/clients.js';
import { useSignOut } from '../../leaving/sign-out.js';
import { ConfirmButton } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import styles from './account.module.css';

/** Ends one's account. */
export function DeleteAccount() {
  const [password, setPassword] = useState('');
  const signOut = useSignOut();
  const remove = useMutation({
    mutationFn: () => rulesData(rules.DELETE('/v1/me', { body: password === '' ? {} : { password } })),
  });
  return (
    <section className={`card stack ${styles.accountForm}`}>
      <h2>Delete your account</h2>
      <p>
        Your rules, reports, pipelines, cloud accounts and keys go with it, for good. What you made in a team stays with
        the team; an owner transfers or ends the team first.
      </p>
      <div className="row">
        <ConfirmButton
          label="Delete my account"
          title="Delete your account?"
          confirm="Delete it for good"
          work={async () => {
            await remove.mutateAsync();
            await signOut();
          }}
        >
          <div className="stack">
            <p>This cannot be undone.</p>
            <TextField
              label="Your password"
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
            />
          </div>
        </ConfirmButton>
      </div>
    </section>
  );
}
