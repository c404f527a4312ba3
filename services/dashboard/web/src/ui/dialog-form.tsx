import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Form } from 'react-aria-components';
import { Button } from './button.js';
import styles from './dialog.module.css';
import { ErrorNotice } from './states.js';

/** The form of a dialog: its fields, why it could not be saved, and the buttons. `work` may fail; the form then says why and keeps what was typed. */
export const DialogForm = ({
  work,
  error = work.error,
  submit = 'Save',
  isDisabled = false,
  onCancel,
  children,
}: {
  work: Pick<UseMutationResult<unknown, Error, void, unknown>, 'mutate' | 'isPending' | 'error'>;
  /** What it says in place of the work's own error; null where a field says it. */
  error?: unknown;
  /** The words of the button that submits it. */
  submit?: string;
  isDisabled?: boolean;
  onCancel: () => void;
  children: ReactNode;
}) => (
  <Form
    className="stack"
    onSubmit={(event) => {
      event.preventDefault();
      work.mutate();
    }}
  >
    {children}
    {error !== null && <ErrorNotice error={error} />}
    <div className={`row ${styles.dialogActions}`}>
      <Button onPress={onCancel}>Cancel</Button>
      <Button kind="main" type="submit" pending={work.isPending} isDisabled={isDisabled}>
        {submit}
      </Button>
    </div>
  </Form>
);
