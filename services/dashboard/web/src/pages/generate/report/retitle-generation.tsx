import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldError, withLabels } from '../../../api/api-error.js';
import { rules, rulesData } from '../../../api/clients.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { DialogForm } from '../../../ui/dialog-form.js';
import { TextField } from '../../../ui/field.js';
import { say } from '../../../ui/toast.js';
import { generationKey } from '../generation-query.js';

const LABELS = { title: 'Title' };

/** Gives a generation another title: its own is what the document calls itself, or its first line. */
export function RetitleGeneration({ id, title: saved }: { id: string; title: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onPress={() => setOpen(true)}>
        Edit title
      </Button>
      <Dialog title="Edit the title" isOpen={isOpen} onClose={() => setOpen(false)}>
        <TitleForm id={id} saved={saved} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function TitleForm({ id, saved, onDone }: { id: string; saved: string; onDone: () => void }) {
  const [title, setTitle] = useState(saved);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      rulesData(rules.PATCH('/v1/generations/{id}', { params: { path: { id } }, body: { title: title.trim() } })),
    onSuccess: (generation) => {
      client.setQueryData(generationKey(id), generation);
      for (const list of ['generations', 'rules', 'team']) void client.invalidateQueries({ queryKey: [list] });
      say('The title is saved.');
      onDone();
    },
  });
  const error = withLabels(save.error, LABELS);
  return (
    <DialogForm work={save} error={fieldError(error, 'title') === undefined ? error : null} onCancel={onDone}>
      <TextField
        label={LABELS.title}
        help="Its rules name it as their source, and are found by it."
        autoFocus
        value={title}
        onChange={setTitle}
        error={fieldError(error, 'title')}
      />
    </DialogForm>
  );
}
