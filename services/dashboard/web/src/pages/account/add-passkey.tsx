import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { rules, rulesData } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogForm } from '../../ui/dialog-form.js';
import { TextField } from '../../ui/field.js';
import { say } from '../../ui/toast.js';
import type { Fresh } from './fresh-sign-in.js';
import { hasPasskeys, makePasskey } from './passkeys.js';

/** Adds a passkey under a name. */
export function AddPasskey({ run, onCodes }: { run: Fresh; onCodes: (codes: readonly string[]) => void }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () =>
      run(async () => {
        const { publicKey, ticket } = await rulesData(rules.POST('/v1/me/factors/passkeys/options'));
        const passkey = await makePasskey(publicKey);
        return rulesData(rules.POST('/v1/me/factors/passkeys', { body: { ticket, name: name.trim(), passkey } }));
      }),
    onSuccess: ({ recoveryCodes }) => {
      setOpen(false);
      setName('');
      say('The passkey is added.');
      if (recoveryCodes !== undefined) onCodes(recoveryCodes);
    },
  });
  if (!hasPasskeys()) return <p className="dim">This browser has no passkeys at this address.</p>;
  return (
    <>
      <Button onPress={() => setOpen(true)}>Add a passkey</Button>
      <Dialog title="Add a passkey" isOpen={open} onClose={() => setOpen(false)}>
        <DialogForm work={add} submit="Go on" onCancel={() => setOpen(false)}>
          <TextField
            label="Name"
            help="By which you know it again, such as “laptop”."
            isRequired
            autoFocus
            value={name}
            onChange={setName}
          />
        </DialogForm>
      </Dialog>
    </>
  );
}
