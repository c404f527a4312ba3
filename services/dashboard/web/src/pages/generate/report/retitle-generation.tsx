import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { fieldError, withLabels } from '../../../api/api-error.js';
import { rules, rulesData } from '../../../api/clients.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import styles from '../../../ui/dialog.module.css';
import { TextField } from '../../../ui/field.js';
import { ErrorNotice } from '../../../ui/states.js';
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
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextField
        label={LABELS.title}
        help="Its rules name it as their source, and are found by it."
        autoFocus
        value={title}
        onChange={setTitle}
        error={fieldError(error, 'title')}
      />
      {save.isError && fieldError(error, 'title') === undefined && <ErrorNotice error={error} />}
      <div className={`row ${styles.dialogActions}`}>
        <Button onPress={onDone}>Cancel</Button>
        <Button kind="main" type="submit" pending={save.isPending}>
          Save
        </Button>
      </div>
    </Form>
  );
}
