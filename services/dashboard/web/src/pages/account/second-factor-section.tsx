import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Rules, rules, rulesData } from '../../api/clients.js';
import { Badge } from '../../ui/badge.js';
import { ConfirmButton } from '../../ui/dialog.js';
import { QueryView } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { say } from '../../ui/toast.js';
import styles from './account.module.css';
import { AddPasskey } from './add-passkey.js';
import { EnrolApp } from './enrol-app.js';
import { type Fresh, useFreshSignIn } from './fresh-sign-in.js';
import { RecoveryCodes } from './recovery-codes.js';

/** The authenticator app, passkeys and recovery codes. */
export function SecondFactorSection() {
  const [codes, setCodes] = useState<readonly string[]>();
  const { dialog, run } = useFreshSignIn();
  const query = useQuery({ queryKey: ['factors'], queryFn: () => rulesData(rules.GET('/v1/me/factors')) });
  const renew = useMutation({
    mutationFn: () => run(() => rulesData(rules.POST('/v1/me/factors/recovery-codes'))),
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
  });
  return (
    <section className={`card stack ${styles.accountForm}`}>
      <h2>Second factor</h2>
      <QueryView query={query}>
        {(factors) => (
          <>
            <AppFactor factors={factors} run={run} onCodes={setCodes} />
            <Passkeys factors={factors} run={run} onCodes={setCodes} />
            {(factors.totp !== null || factors.passkeys.length > 0) && (
              <div className="stack">
                <h3>Recovery codes</h3>
                <p>
                  {factors.recoveryCodesLeft} of them are left. Each signs you in once when you have neither app nor
                  passkey.
                </p>
                <div className="row">
                  <ConfirmButton
                    kind="plain"
                    label="Make new recovery codes"
                    title="Make new recovery codes?"
                    confirm="Make them"
                    work={() => renew.mutateAsync()}
                  >
                    The earlier ones are good for nothing then.
                  </ConfirmButton>
                </div>
              </div>
            )}
          </>
        )}
      </QueryView>
      <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      {dialog}
    </section>
  );
}

interface Part {
  readonly factors: Rules['Factors'];
  readonly run: Fresh;
  readonly onCodes: (codes: readonly string[]) => void;
}

function AppFactor({ factors: { totp }, run, onCodes }: Part) {
  const remove = useMutation({
    mutationFn: () => run(() => rulesData(rules.DELETE('/v1/me/factors/totp'))),
    onSuccess: () => say('The authenticator app is removed.'),
  });
  return (
    <div className="stack">
      <h3>Authenticator app</h3>
      {totp === null ? (
        <>
          <p className="dim">An app on your phone shows a code of six digits that the sign-in asks for.</p>
          <div className="row">
            <EnrolApp run={run} onCodes={onCodes} />
          </div>
        </>
      ) : (
        <div className="row">
          <span>
            <Badge kind="good">on</Badge> since <Time at={totp.confirmedAt} />
          </span>
          <ConfirmButton
            label="Remove the app"
            title="Remove the authenticator app?"
            confirm="Remove it"
            work={() => remove.mutateAsync()}
          >
            The sign-in no longer asks for its codes. With your last factor the recovery codes go too.
          </ConfirmButton>
        </div>
      )}
    </div>
  );
}

const Passkeys = ({ factors: { passkeys }, run, onCodes }: Part) => (
  <div className="stack">
    <h3>Passkeys</h3>
    {passkeys.length === 0 ? (
      <p className="dim">
        A passkey signs you in by fingerprint, face, PIN or security key, also without the password.
      </p>
    ) : (
      <ul className={styles.accountPasskeys}>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="row">
            <span>
              {passkey.name},{' '}
              <span className="dim">
                {passkey.lastUsedAt === null ? (
                  'never used'
                ) : (
                  <>
                    last used <Time at={passkey.lastUsedAt} relative />
                  </>
                )}
              </span>
            </span>
            <RemovePasskey passkey={passkey} run={run} />
          </li>
        ))}
      </ul>
    )}
    <div className="row">
      <AddPasskey run={run} onCodes={onCodes} />
    </div>
  </div>
);

function RemovePasskey({ passkey: { id, name }, run }: { passkey: Rules['Passkey']; run: Fresh }) {
  const remove = useMutation({
    mutationFn: () => run(() => rulesData(rules.DELETE('/v1/me/factors/passkeys/{id}', { params: { path: { id } } }))),
    onSuccess: () => say(`The passkey “${name}” is removed.`),
  });
  return (
    <ConfirmButton
      label="Remove"
      title={`Remove “${name}”?`}
      confirm="Remove the passkey"
      work={() => remove.mutateAsync()}
    >
      It signs you in no longer. Delete it on your device too.
    </ConfirmButton>
  );
}
