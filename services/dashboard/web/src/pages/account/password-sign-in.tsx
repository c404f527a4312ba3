import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components';
import { type Rules, rules, rulesData } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { ErrorNotice } from '../../ui/states.js';
import { SecondFactorForm } from './second-factor-form.js';

/** Signs in by password, and by the second factor where the account has one. `knownEmail`: of somebody who is signed in and asked again. `children`: other ways, beside the first step. */
export function PasswordSignIn({
  knownEmail,
  onSession,
  children,
}: {
  knownEmail?: string;
  onSession: (session: Rules['Session']) => void;
  children?: ReactNode;
}) {
  const [typedEmail, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [needed, setNeeded] = useState<Rules['SecondFactorNeeded']['secondFactor']>();
  const email = knownEmail ?? typedEmail;
  const signIn = useMutation({
    mutationFn: () => rulesData(rules.POST('/v1/auth/login', { body: { email, password } })),
    onSuccess: (answer) => {
      if ('accessToken' in answer) onSession(answer);
      else setNeeded(answer.secondFactor);
    },
  });
  if (needed !== undefined)
    return (
      <SecondFactorForm
        needed={needed}
        onSession={onSession}
        onBack={() => {
          setNeeded(undefined);
          setPassword('');
        }}
      />
    );
  return (
    <>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          signIn.mutate();
        }}
      >
        {knownEmail === undefined && <EmailField value={typedEmail} onChange={setEmail} />}
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
      </Form>
      {children}
    </>
  );
}

const EmailField = ({ value, onChange }: { value: string; onChange: (email: string) => void }) => (
  <TextField label="E-mail address" type="email" autoComplete="username" isRequired value={value} onChange={onChange} />
);
