import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { useSubject } from '../api/session.js';
import { forgetDrafts } from '../drafts/draft.js';
import { hasUnsaved, lossOnLeaving } from '../drafts/unsaved.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import styles from '../ui/dialog.module.css';

const WORDS = {
  lost: 'What you typed on this page is not saved, and is lost when you leave it.',
  draft: 'What you typed on this page is not saved. It stays in this tab as a draft, for when you come back.',
  'sign-out': 'What you typed is not saved. Drafts are deleted when you sign out.',
};

interface Question {
  readonly kind: keyof typeof WORDS;
  readonly answer: (leave: boolean) => void;
}

let askToSignOut: (() => Promise<boolean>) | undefined;

/** Asks before a sign-out that would lose what was typed. @returns whether to go on */
export const maySignOut = async (): Promise<boolean> =>
  !hasUnsaved() || askToSignOut === undefined || (await askToSignOut());

/** Asks before a page is left whose text is not saved, by a link, by going back, or by closing the tab. */
export function Leaving() {
  const subject = useSubject();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && lossOnLeaving() !== undefined,
  );
  const [signingOut, setSigningOut] = useState<Question>();
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (hasUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  useEffect(() => {
    askToSignOut = () =>
      new Promise<boolean>((resolve) =>
        setSigningOut({
          kind: 'sign-out',
          answer: (leave) => {
            setSigningOut(undefined);
            resolve(leave);
          },
        }),
      );
    return () => {
      askToSignOut = undefined;
    };
  }, []);
  // Whoever was here before has left for good when somebody else is signed in.
  useEffect(() => forgetDrafts(subject), [subject]);
  const question: Question | undefined =
    blocker.state === 'blocked'
      ? { kind: lossOnLeaving() ?? 'lost', answer: (leave) => (leave ? blocker.proceed() : blocker.reset()) }
      : signingOut;
  return (
    <Dialog
      title={question?.kind === 'sign-out' ? 'Sign out?' : 'Leave this page?'}
      isOpen={question !== undefined}
      onClose={() => question?.answer(false)}
    >
      <div className="stack">
        <p>{question && WORDS[question.kind]}</p>
        <div className={`row ${styles.dialogActions}`}>
          <Button onPress={() => question?.answer(false)}>Stay</Button>
          <Button kind="danger" onPress={() => question?.answer(true)}>
            {question?.kind === 'sign-out' ? 'Sign out all the same' : 'Leave'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
