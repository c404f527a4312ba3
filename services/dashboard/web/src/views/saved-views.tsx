import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { DialogForm } from '../ui/dialog-form.js';
import { TextField } from '../ui/field.js';
import styles from './saved-views.module.css';
import { MOST_VIEWS, useViews, type ViewedList } from './view-store.js';

/** What an address says besides how its list is narrowed and sorted. */
const NO_PART_OF_A_VIEW: readonly string[] = ['gap', 'job', 'offset', 'page', 'preview'];

/** What of an address is a view, written alike however it came about. */
function viewOf(search: URLSearchParams): string {
  const kept = new URLSearchParams([...search].filter(([name]) => !NO_PART_OF_A_VIEW.includes(name)));
  kept.sort();
  return kept.toString();
}

/** The views of a list that somebody has kept, each a link to the list as it was then, and a way to keep what is shown now. */
export function SavedViews({ list }: { list: ViewedList }) {
  const [search] = useSearchParams();
  const { keep, views } = useViews(list);
  const [isNaming, setNaming] = useState(false);
  const shown = viewOf(search);
  const current = views.find((view) => view.search === shown);
  const canKeep = shown !== '' && current === undefined && views.length < MOST_VIEWS;
  if (views.length === 0 && !canKeep) return null;
  return (
    <search className={styles.views}>
      {views.length > 0 && (
        <ul className={styles.list} aria-label="Saved views">
          {views.map((view) => (
            <li key={view.name}>
              <Link
                className={styles.view}
                to={{ search: view.search }}
                aria-current={view === current ? 'true' : undefined}
                dir="auto"
              >
                {view.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {canKeep && (
        <Button kind="quiet" onPress={() => setNaming(true)}>
          Save this view
        </Button>
      )}
      {current !== undefined && (
        <Button kind="quiet" onPress={() => keep(views.filter((view) => view !== current))}>
          Forget this view
        </Button>
      )}
      {isNaming && (
        <NameView
          taken={views.map(({ name }) => name)}
          onName={(name) => keep([...views, { name, search: shown }])}
          onClose={() => setNaming(false)}
        />
      )}
    </search>
  );
}

function NameView({
  onClose,
  onName,
  taken,
}: {
  taken: readonly string[];
  onName: (name: string) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const wanted = name.trim();
  const isTaken = taken.includes(wanted);
  const save = (): void => {
    if (wanted === '' || isTaken) return;
    onName(wanted);
    onClose();
  };
  return (
    <Dialog title="Save this view" isOpen onClose={onClose}>
      <DialogForm
        work={{ mutate: save, isPending: false, error: null }}
        isDisabled={wanted === '' || isTaken}
        onCancel={onClose}
      >
        <TextField
          label="Name"
          help="It stands above the list, in this browser and for you alone."
          error={isTaken ? 'A view has this name already.' : undefined}
          autoFocus
          isRequired
          maxLength={60}
          value={name}
          onChange={setName}
        />
      </DialogForm>
    </Dialog>
  );
}
