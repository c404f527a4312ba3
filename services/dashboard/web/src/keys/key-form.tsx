import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldError, withLabels } from '../api/api-error.js';
import { useUnsaved } from '../drafts/unsaved.js';
import { Checkbox } from '../ui/checkbox.js';
import { Choice } from '../ui/choice.js';
import { DialogForm } from '../ui/dialog-form.js';
import { TextField } from '../ui/field.js';
import { Select } from '../ui/select.js';
import keysStyles from './keys.module.css';
import { SCOPES, type Scope } from './scopes.js';

/** What is asked for a new key. */
export interface NewKey {
  readonly name: string;
  readonly expiresAt?: string;
  readonly scopes?: Scope[];
  readonly allowedIps?: string[];
}

type Life = 'never' | '30' | '90' | '365';
const LIVES: readonly { readonly value: Life; readonly label: string }[] = [
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
  { value: 'never', label: 'never, until it is revoked' },
];
const DAY_MS = 86_400_000;

/** Asks what a new key is for. `make` may fail; the form then says why and keeps what was typed. */
export function KeyForm({ make, onCancel }: { make: (key: NewKey) => Promise<unknown>; onCancel: () => void }) {
  const [name, setName] = useState('');
  const [life, setLife] = useState<Life>('90');
  const [reach, setReach] = useState<'all' | 'some'>('all');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [addresses, setAddresses] = useState('');
  useUnsaved(name !== '' || addresses !== '');
  const allowedIps = addresses.split(/[\s,]+/).filter((one) => one !== '');
  const save = useMutation({
    mutationFn: () =>
      make({
        name: name.trim(),
        ...(life === 'never' ? {} : { expiresAt: new Date(Date.now() + Number(life) * DAY_MS).toISOString() }),
        ...(reach === 'all' ? {} : { scopes: [...scopes] }),
        ...(allowedIps.length === 0 ? {} : { allowedIps }),
      }),
  });
  const error = withLabels(save.error, { name: 'Name', allowedIps: 'May be used from' });
  return (
    <DialogForm
      work={save}
      error={error}
      submit="Make the key"
      isDisabled={reach === 'some' && scopes.length === 0}
      onCancel={onCancel}
    >
      <TextField
        label="Name"
        help="What uses it, such as “CI of the detection repository”."
        isRequired
        autoFocus
        value={name}
        onChange={setName}
        error={fieldError(error, 'name')}
      />
      <Select label="Ends" value={life} options={LIVES} onChange={setLife} />
      <Choice
        label="May be used for"
        value={reach}
        options={[
          { value: 'all', label: 'Full access' },
          { value: 'some', label: 'only what I tick' },
        ]}
        onChange={setReach}
      />
      {reach === 'some' && <ScopesField value={scopes} onChange={setScopes} />}
      <TextField
        label="May be used from"
        help="Addresses and networks such as 192.0.2.7 or 192.0.2.0/24, one a line. Empty: from anywhere."
        rows={2}
        mono
        value={addresses}
        onChange={setAddresses}
        error={fieldError(error, 'allowedIps')}
      />
    </DialogForm>
  );
}

const ScopesField = ({
  onChange,
  value,
}: {
  value: readonly Scope[];
  onChange: (scopes: readonly Scope[]) => void;
}) => (
  <fieldset className={keysStyles.keyScopes}>
    <legend>Scopes</legend>
    {SCOPES.map(({ id, opens }) => (
      <Checkbox
        key={id}
        isSelected={value.includes(id)}
        onChange={(ticked) => onChange(ticked ? [...value, id] : value.filter((scope) => scope !== id))}
      >
        <span>
          <code>{id}</code> – {opens}
        </span>
      </Checkbox>
    ))}
  </fieldset>
);
