import { useMutation } from '@tanstack/react-query';
import type { Known } from '@tripline/client/typed-client';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { type Rules, rules, rulesData } from '../../api/clients.js';
import { wordsFor } from '../../api/open-list.js';
import { Button } from '../../ui/button.js';
import { Choice } from '../../ui/choice.js';
import { TextField } from '../../ui/field.js';
import { ErrorNotice } from '../../ui/states.js';
import { hasPasskeys, signByPasskey } from './passkeys.js';

type Needed = Rules['SecondFactorNeeded']['secondFactor'];
type Method = Needed['methods'][number];

const WORDS: Readonly<Record<Known<Method>, string>> = {
  totp: 'Code of the app',
  'recovery-code': 'Recovery code',
  passkey: 'Passkey',
};

/** The second step of a sign-in. `onBack` begins anew, as after the five minutes that its ticket is good. */
export function SecondFactorForm({
  needed,
  onSession,
  onBack,
}: {
  needed: Needed;
  onSession: (session: Rules['Session']) => void;
  onBack: () => void;
}) {
  const methods = needed.methods.filter((method) => method !== 'passkey' || hasPasskeys());
  const [method, setMethod] = useState<Method>(methods[0] ?? 'recovery-code');
  const [code, setCode] = useState('');
  const complete = useMutation({
    mutationFn: async () => {
      const factor = await factorOf(needed, method, code.trim());
      return rulesData(rules.POST('/v1/auth/login/second-factor', { body: { ticket: needed.ticket, ...factor } }));
    },
    onSuccess: onSession,
  });
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        complete.mutate();
      }}
    >
      {methods.length > 1 && (
        <Choice
          label="Second factor"
          value={method}
          options={methods.map((value) => ({ value, label: wordsFor(WORDS, value) }))}
          onChange={(next) => {
            setMethod(next);
            setCode('');
            complete.reset();
          }}
        />
      )}
      {method === 'passkey' ? (
        <p>Your browser asks for the passkey: a fingerprint, a face, a PIN or a security key.</p>
      ) : (
        <CodeField key={method} method={method} value={code} onChange={setCode} />
      )}
      {complete.isError && <ErrorNotice error={complete.error} />}
      <div className="row">
        <Button kind="main" type="submit" pending={complete.isPending}>
          {method === 'passkey' ? 'Use the passkey' : 'Go on'}
        </Button>
        <Button kind="quiet" onPress={onBack}>
          Begin anew
        </Button>
      </div>
    </Form>
  );
}

/** What is sent for a factor; the browser asks for a passkey itself. */
async function factorOf({ publicKey }: Needed, method: Method, typed: string) {
  if (method === 'passkey' && publicKey !== undefined) return { passkey: await signByPasskey(publicKey) };
  return method === 'totp' ? { code: typed.replaceAll(' ', '') } : { recoveryCode: typed };
}

const CodeField = ({
  method,
  onChange,
  value,
}: {
  method: Method;
  value: string;
  onChange: (value: string) => void;
}) => (
  <TextField
    label={wordsFor(WORDS, method)}
    help={
      method === 'totp'
        ? 'The six digits that your authenticator app shows now.'
        : 'One of the ten that you stored; each is good once.'
    }
    autoComplete="one-time-code"
    inputMode={method === 'totp' ? 'numeric' : 'text'}
    mono
    autoFocus
    isRequired
    value={value}
    onChange={onChange}
  />
);
