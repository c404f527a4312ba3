import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { useUnsaved } from '../drafts/unsaved.js';
import { Button } from '../ui/button.js';
import { CheckboxGroup } from '../ui/checkbox-group.js';
import { TextField } from '../ui/field.js';
import { Select } from '../ui/select.js';
import { ErrorNotice } from '../ui/states.js';
import { say } from '../ui/toast.js';
import { BACKENDS, type Backend, placesOf } from './backends.js';
import { useBackends } from './catalogue.js';
import { PLACE_NAMES, type Siem } from './my-siems.js';
import styles from './settings-form.module.css';

const productOf = (id: Backend): string => BACKENDS.find((backend) => backend.id === id)?.product ?? id;

/** A choice of SIEMs, and where the data of each is. They are kept in the order in which they are ticked. */
export function SiemsForm({
  label,
  help,
  siems,
  save,
}: {
  label: string;
  help: string;
  siems: readonly Siem[];
  save: (siems: Siem[]) => Promise<unknown>;
}) {
  const [chosen, setChosen] = useState(siems);
  const { data: backends, error } = useBackends();
  const isChanged = JSON.stringify(chosen) !== JSON.stringify(siems);
  useUnsaved(isChanged);
  const saving = useMutation({
    mutationFn: () => save(chosen.map(withoutEmpty)),
    onSuccess: () => say('Your choice is saved.'),
  });
  const change = (id: Backend, some: Partial<Siem>): void =>
    setChosen((before) => before.map((siem) => (siem.id === id ? { ...siem, ...some } : siem)));
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <CheckboxGroup<Backend>
        label={label}
        help={help}
        value={chosen.map(({ id }) => id)}
        options={BACKENDS.map(({ id, name, product }) => ({ value: id, label: `${product} (${name})` }))}
        onChange={(ids) => setChosen((before) => ids.map((id) => before.find((siem) => siem.id === id) ?? { id }))}
      />
      {error !== null && <ErrorNotice error={error} />}
      {chosen.map((siem) => (
        <DataFields
          key={siem.id}
          siem={siem}
          stacks={backends?.find(({ id }) => id === siem.id)?.stacks ?? []}
          onChange={(some) => change(siem.id, some)}
        />
      ))}
      {saving.isError && <ErrorNotice error={saving.error} />}
      <div className="row">
        <Button kind="main" type="submit" pending={saving.isPending} isDisabled={!isChanged}>
          Save SIEMs
        </Button>
      </div>
    </Form>
  );
}

/** Where the data of a SIEM is; nothing where it can be in one place only. */
function DataFields({
  onChange,
  siem,
  stacks,
}: {
  siem: Siem;
  stacks: NonNullable<ReturnType<typeof useBackends>['data']>[number]['stacks'];
  onChange: (some: Partial<Siem>) => void;
}) {
  if (stacks.length < 2 && placesOf(siem.id).length === 0) return null;
  const usual = stacks.find((stack) => stack.default)?.id ?? '';
  return (
    <fieldset className={styles.siemData}>
      <legend>Data in {productOf(siem.id)}</legend>
      <div className={styles.settingsFields}>
        {stacks.length > 1 && (
          <Select
            label="Data model"
            value={siem.stack ?? usual}
            options={stacks.map((stack) => ({ value: stack.id, label: stack.title, hint: stack.data }))}
            onChange={(stack) => onChange({ stack })}
          />
        )}
        {placesOf(siem.id).map((place) => (
          <TextField
            key={place}
            label={PLACE_NAMES[place]}
            value={siem[place] ?? ''}
            onChange={(value) => onChange({ [place]: value })}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Fields that are left empty are no places. */
const withoutEmpty = (siem: Siem): Siem =>
  Object.fromEntries(
    Object.entries(siem).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  ) as Siem;
