import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.js';
import { Dialog, useAttempt } from '../../ui/dialog.js';
import dialogStyles from '../../ui/dialog.module.css';
import { TextField } from '../../ui/field.js';
import { ErrorNotice } from '../../ui/states.js';
import libraryStyles from './library.module.css';
import { number } from './numbers.js';
import type { Selection } from './rule-selection.js';

/** Above so many the number has to be typed. */
const MOST_BY_BUTTON = 100;

/** Asks before something is done to many rules: which they are, and above a hundred how many. `work` may fail; the dialog then says why. */
export function ConfirmMany({
  selection: { count, titles },
  title,
  children,
  confirm,
  work,
  onClose,
}: {
  selection: Pick<Selection, 'count' | 'titles'>;
  title: string;
  children?: ReactNode;
  confirm: string;
  work: () => Promise<unknown>;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  const { error, pending, run } = useAttempt(work, onClose);
  const mustType = count > MOST_BY_BUTTON;
  const isConfirmed = !mustType || typed.replaceAll(/[\s,.]/g, '') === String(count);
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed && !pending) void run();
        }}
      >
        <ChosenTitles count={count} titles={titles} />
        {children !== undefined && <p>{children}</p>}
        {mustType && (
          <TextField
            label={`Type ${count} to confirm`}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={setTyped}
          />
        )}
        {error !== undefined && <ErrorNotice error={error} />}
        <div className={`row ${dialogStyles.dialogActions}`}>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="danger" type="submit" pending={pending} isDisabled={!isConfirmed}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The first titles of what is chosen, and how many more there are. */
const ChosenTitles = ({ count, titles }: Pick<Selection, 'count' | 'titles'>) => (
  <ul className={libraryStyles.chosenTitles}>
    {titles.map((one, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two rules may have the same title, and the list does not change.
      <li key={index} dir="auto">
        {one}
      </li>
    ))}
    {count > titles.length && <li className="dim">and {number(count - titles.length)} more</li>}
  </ul>
);
