import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { rules, rulesData } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogForm } from '../../ui/dialog-form.js';
import { TextField } from '../../ui/field.js';
import { ErrorNotice } from '../../ui/states.js';
import { say } from '../../ui/toast.js';
import accountStyles from './account.module.css';
import type { Fresh } from './fresh-sign-in.js';
import { QrCode } from './qr-code.js';

/** Adds an authenticator app: its secret as a QR code and in letters, then a first code that shows it works. */
export function EnrolApp({ run, onCodes }: { run: Fresh; onCodes: (codes: readonly string[]) => void }) {
  const [code, setCode] = useState('');
  const begin = useMutation({
    mutationFn: () => run(() => rulesData(rules.POST('/v1/me/factors/totp'))),
  });
  const close = (): void => {
    begin.reset();
    confirm.reset();
    setCode('');
  };
  const confirm = useMutation({
    mutationFn: () =>
      run(() =>
        rulesData(rules.POST('/v1/me/factors/totp/confirm', { body: { code: code.trim().replaceAll(' ', '') } })),
      ),
    onSuccess: ({ recoveryCodes }) => {
      close();
      say('The authenticator app is on.');
      if (recoveryCodes !== undefined) onCodes(recoveryCodes);
    },
  });
  return (
    <>
      <Button pending={begin.isPending} onPress={() => begin.mutate()}>
        Set up an app
      </Button>
      {begin.isError && <ErrorNotice error={begin.error} />}
      <Dialog title="Set up an authenticator app" isOpen={begin.isSuccess} onClose={close} keepOpen>
        {begin.data !== undefined && (
          <DialogForm work={confirm} submit="Turn it on" onCancel={close}>
            <p>Scan this with the app, or type the secret in.</p>
            <QrCode text={begin.data.url} label="QR code of the app’s secret" />
            <div className="row">
              <code className={accountStyles.accountSecret}>{begin.data.secret}</code>
              <CopyButton text={begin.data.secret} what="the secret" />
            </div>
            <TextField
              label="Code that the app shows"
              inputMode="numeric"
              autoComplete="one-time-code"
              mono
              isRequired
              value={code}
              onChange={setCode}
            />
          </DialogForm>
        )}
      </Dialog>
    </>
  );
}
