import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldError, withLabels } from '../../api/api-error.js';
import { useUnsaved } from '../../drafts/unsaved.js';
import { CheckboxGroup } from '../../ui/checkbox-group.js';
import { Choice } from '../../ui/choice.js';
import { DialogForm } from '../../ui/dialog-form.js';
import { TextField } from '../../ui/field.js';
import type { MadeWebhook, WebhookStore } from './webhook-stores.js';

const SERVICE_WORDS = { rules: 'Rules', coverage: 'Coverage' } as const;

/** Asks where a new webhook goes and what it is told of. What could not be made stays as it was typed. */
export function WebhookForm({
  stores,
  onMade,
  onCancel,
}: {
  stores: readonly WebhookStore[];
  onMade: (made: MadeWebhook) => void;
  onCancel: () => void;
}) {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [service, setService] = useState(stores[0]?.service ?? 'coverage');
  const [events, setEvents] = useState<readonly string[]>([]);
  useUnsaved(url !== '' || description !== '');
  const store = stores.find((one) => one.service === service);
  const save = useMutation({
    mutationFn: async () => store?.make({ url: url.trim(), description: description.trim(), events }),
    onSuccess: (made) => made !== undefined && onMade(made),
  });
  const error = withLabels(save.error, { url: 'Address', description: 'Description', events: 'Tell of' });
  return (
    <DialogForm
      work={save}
      error={error}
      submit="Make the webhook"
      isDisabled={events.length === 0}
      onCancel={onCancel}
    >
      <TextField
        label="Address"
        help="Where we post to, such as https://hooks.example.com/tripline."
        isRequired
        autoFocus
        mono
        value={url}
        onChange={setUrl}
        error={fieldError(error, 'url')}
      />
      <TextField
        label="Description"
        help="What it is for, such as “the channel of the detection team”."
        value={description}
        onChange={setDescription}
        error={fieldError(error, 'description')}
      />
      {stores.length > 1 && (
        <Choice
          label="From"
          value={service}
          options={stores.map((one) => ({ value: one.service, label: SERVICE_WORDS[one.service] }))}
          onChange={(next) => {
            setService(next);
            setEvents([]);
          }}
        />
      )}
      <CheckboxGroup
        label="Tell of"
        value={events}
        options={Object.entries(store?.events ?? {}).map(([value, label]) => ({ value, label }))}
        onChange={setEvents}
      />
    </DialogForm>
  );
}
