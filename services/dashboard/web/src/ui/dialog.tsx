import { type ReactNode, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { hasUnsaved } from '../drafts/unsaved.js';
import { Button } from './button.js';
import styles from './dialog.module.css';
import { ErrorNotice } from './states.js';

/**
 * A dialog above the page. `side`: at the page's right edge and as high as the window, for what a list says more of. `keepOpen`: a click beside it does not close
 * it, as for a secret that is shown once.
 */
export const Dialog = ({
  title,
  isOpen,
  onClose,
  children,
  wide = false,
  side = false,
  keepOpen = false,
}: {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
  side?: boolean;
  keepOpen?: boolean;
}) => (
  <ModalOverlay
    className={side ? `${styles.dialogOverlay} ${styles.dialogOverlaySide}` : styles.dialogOverlay}
    isOpen={isOpen}
    isDismissable={!keepOpen}
    isKeyboardDismissDisabled={keepOpen}
    // A click beside it is no reason to lose what was typed.
    shouldCloseOnInteractOutside={() => !hasUnsaved()}
    onOpenChange={(open) => {
      if (!open) onClose();
    }}
  >
    <Modal className={`${styles.dialog} ${wide ? styles.dialogWide : ''} ${side ? styles.dialogSide : ''}`}>
      <AriaDialog className={styles.dialogBody}>
        {side && (
          <Button slot="close" kind="quiet" className={styles.dialogClose ?? ''}>
            Close
          </Button>
        )}
        <Heading slot="title" level={2}>
          {title}
        </Heading>
        {children}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);

/** Runs work that may fail: `error` then says why, and `onDone` is told when it has not. */
export function useAttempt(work: () => Promise<unknown>, onDone: () => void) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (): Promise<void> => {
    setPending(true);
    setError(undefined);
    try {
      await work();
      onDone();
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  return { error, pending, run };
}

/** A button that asks before it does what cannot be undone. `work` may fail; the dialog then says why and stays open. */
export function ConfirmButton({
  label,
  name,
  title,
  children,
  confirm,
  work,
  kind = 'danger',
  isDisabled = false,
}: {
  label: string;
  /** The button's whole name where it stands beside others of its kind, such as "Delete NAME"; it begins with the label. */
  name?: string;
  title: string;
  /** What will happen, in words. */
  children: ReactNode;
  /** The confirming button's words, such as "Revoke key". */
  confirm: string;
  work: () => Promise<unknown>;
  kind?: 'danger' | 'plain' | 'quiet';
  isDisabled?: boolean;
}) {
  const [open, setOpen] = useState(false);
  const { error, pending, run } = useAttempt(work, () => setOpen(false));
  return (
    <>
      <Button
        kind={kind}
        isDisabled={isDisabled}
        onPress={() => setOpen(true)}
        {...(name === undefined ? {} : { 'aria-label': name })}
      >
        {label}
      </Button>
      <Dialog title={title} isOpen={open} onClose={() => setOpen(false)}>
        <div className="stack">
          <div>{children}</div>
          {error !== undefined && <ErrorNotice error={error} />}
          <div className={`row ${styles.dialogActions}`}>
            <Button onPress={() => setOpen(false)}>Cancel</Button>
            <Button kind="danger" pending={pending} onPress={run}>
              {confirm}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
