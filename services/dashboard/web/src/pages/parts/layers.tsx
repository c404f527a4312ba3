import { useEffect } from 'react';
import { HelpSheet } from '../../keyboard/help-sheet.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogForm } from '../../ui/dialog-form.js';
import { TextField } from '../../ui/field.js';
import { fallSilent, say } from '../../ui/toast.js';
import { nothing } from './part.js';

/** What can lie above the page. */
export const LAYERS = ['dialog', 'dialog-wide', 'dialog-side', 'dialog-failed', 'help', 'toast'] as const;

const LINES = Array.from({ length: 12 }, (_, line) => `Line ${line + 1} of what a dialog says.`);

/** The one of them that the address asks for. */
export function Layers({ open }: { open: string }) {
  if (open === 'help') return <HelpSheet onClose={nothing} />;
  if (open === 'toast') return <Said />;
  if (open === 'dialog-failed') return <Failed />;
  return (
    <Dialog
      title="Close the gap"
      isOpen={open.startsWith('dialog')}
      wide={open === 'dialog-wide'}
      side={open === 'dialog-side'}
      onClose={nothing}
    >
      {LINES.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Dialog>
  );
}

const Failed = () => (
  <Dialog title="Save this view" isOpen onClose={nothing}>
    <DialogForm
      work={{ mutate: nothing, isPending: true, error: new Error('The service cannot be reached.') }}
      onCancel={nothing}
    >
      <TextField label="Name" defaultValue="Open gaps" />
    </DialogForm>
  </Dialog>
);

function Said() {
  useEffect(() => {
    say('The rule was saved.');
    say('Three rules were accepted.');
    return fallSilent;
  }, []);
  return null;
}
