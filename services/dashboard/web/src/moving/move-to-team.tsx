import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useProfile } from '../api/profile.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import styles from '../ui/dialog.module.css';
import { ErrorNotice } from '../ui/states.js';
import { say } from '../ui/toast.js';
import type { Moved } from './move.js';
import { NotMoved } from './not-moved.js';

/** A button that gives what is one's own to the team, for somebody in one. It asks before, and tells what was not moved and why. */
export function MoveToTeam({
  ids,
  move,
  onDone,
  what,
}: {
  /** Keys or ids of what is the caller's own. */
  ids: readonly string[];
  /** What they are, as in "3 rules": for one, and for several. */
  what: readonly [one: string, several: string];
  move: (ids: readonly string[]) => Promise<Moved>;
  /** Something was moved. */
  onDone?: (moved: Moved) => void;
}) {
  const { data: profile } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const count = counted(ids.length, what);
  const work = useMutation({
    mutationFn: () => move(ids),
    onSuccess: (moved) => {
      if (moved.moved > 0) {
        say(`${counted(moved.moved, what)} moved to the team.`);
        onDone?.(moved);
      }
      if (moved.left.length === 0) setOpen(false);
    },
  });
  if (!profile?.team || (ids.length === 0 && !isOpen)) return null;
  const ask = (): void => {
    work.reset();
    setOpen(true);
  };
  const close = (): void => {
    setOpen(false);
    work.reset();
  };
  const left = work.data?.left ?? [];
  const title = left.length > 0 ? 'Moved to the team' : `Move ${count} to the team “${profile.team.name}”?`;
  return (
    <>
      <Button onPress={ask}>Move to the team</Button>
      <Dialog title={title} isOpen={isOpen} onClose={close}>
        <div className="stack">
          <Explanation left={left} />
          {work.isError && <ErrorNotice error={work.error} />}
          <div className={`row ${styles.dialogActions}`}>
            <Button onPress={close}>{left.length > 0 ? 'Close' : 'Cancel'}</Button>
            {left.length === 0 && (
              <Button kind="main" pending={work.isPending} onPress={() => work.mutate()}>
                Move to the team
              </Button>
            )}
          </div>
        </div>
      </Dialog>
    </>
  );
}

/** What the move means, or what was not moved. */
const Explanation = ({ left }: Pick<Moved, 'left'>) =>
  left.length > 0 ? (
    <NotMoved left={left} />
  ) : (
    <p>
      All its members read them from then on, and they stay with the team when you leave it. You stay named as their
      maker.
    </p>
  );

const counted = (count: number, [one, several]: readonly [one: string, several: string]): string =>
  `${count} ${count === 1 ? one : several}`;
