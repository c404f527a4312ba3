import { useSearchParams } from 'react-router';
import type { Rules } from '../../../api/clients.js';
import styles from '../../../siems/settings-form.module.css';
import { Checkbox } from '../../../ui/checkbox.js';
import { Select } from '../../../ui/select.js';

type Mark = NonNullable<Rules['Generation']['tlp']>;

const MARKS: readonly { readonly value: Mark | ''; readonly label: string; readonly hint?: string }[] = [
  { value: '', label: 'As it says itself' },
  { value: 'clear', label: 'TLP:CLEAR' },
  { value: 'green', label: 'TLP:GREEN' },
  { value: 'amber', label: 'TLP:AMBER', hint: 'its rules carry the mark' },
  { value: 'amber+strict', label: 'TLP:AMBER+STRICT', hint: 'its rules carry the mark' },
  { value: 'red', label: 'TLP:RED', hint: 'nothing of it is stored' },
];

/** How the document is to be handled, as options of a generation. */
export function handlingOf(search: URLSearchParams): { readonly tlp?: Mark; readonly keep?: false } {
  const mark = MARKS.find(({ value }) => value !== '' && value === search.get('tlp'))?.value;
  return {
    ...(mark === undefined || mark === '' ? {} : { tlp: mark }),
    ...(search.get('keep') === 'no' ? { keep: false } : {}),
  };
}

/** To whom the document may be handed on, and whether it is stored; the address keeps it. */
export function HandlingFields() {
  const [search, setSearch] = useSearchParams();
  const { keep, tlp = '' } = handlingOf(search);
  const put = (name: string, value: string): void =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === '') after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return (
    <div className={styles.settingsFields}>
      <Select<Mark | ''>
        label="Handling mark (TLP)"
        value={tlp}
        options={MARKS}
        onChange={(value) => put('tlp', value)}
        help="A stricter mark in the document counts all the same."
      />
      <Checkbox isSelected={keep === false} onChange={(isOn) => put('keep', isOn ? 'no' : '')}>
        Store nothing of it
      </Checkbox>
    </div>
  );
}
