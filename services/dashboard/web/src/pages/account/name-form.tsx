import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { fieldError, withLabels } from '../../api/api-error.js';
import { rules, rulesData } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { ErrorNotice } from '../../ui/states.js';
import { say } from '../../ui/toast.js';

/** The name by which others see one. */
export function NameForm({ name: saved }: { name: string }) {
  const [name, setName] = useState(saved);
  const save = useMutation({
    mutationFn: () => rulesData(rules.PATCH('/v1/me', { body: { name: name.trim() || null } })),
    onSuccess: () => say('Your name is saved.'),
  });
  const error = withLabels(save.error, { name: 'Name' });
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextField label="Name" autoComplete="name" value={name} onChange={setName} error={fieldError(error, 'name')} />
      {save.isError && <ErrorNotice error={error} />}
      <div className="row">
        <Button type="submit" pending={save.isPending}>
          Save
        </Button>
      </div>
    </Form>
  );
}
