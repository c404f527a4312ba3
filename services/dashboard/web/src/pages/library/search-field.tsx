import { useEffect, useRef, useState } from 'react';
import { TextField } from '../../ui/field.js';
import { useSettled } from '../../ui/use-settled.js';

/** As long as a pause between two words, so that a list is not asked for at each letter. */
const PAUSE_MS = 300;

/** A search whose words are sent once they have settled. `asked` is what is looked for now; where it changes elsewhere, the field follows. */
export function SearchField({ asked, onSearch }: { asked: string; onSearch: (words: string) => void }) {
  const [typed, setTyped] = useState(asked);
  const sent = useRef(asked);
  // A blank at the end is that before the next word.
  const settled = useSettled(typed, PAUSE_MS).trim();
  useEffect(() => {
    // Words that have just been cleared settle later than the field that lost them.
    if (settled === sent.current || settled !== typed.trim()) return;
    sent.current = settled;
    onSearch(settled);
  }, [settled, typed, onSearch]);
  useEffect(() => {
    if (asked === sent.current) return;
    sent.current = asked;
    setTyped(asked);
  }, [asked]);
  return (
    <TextField
      label="Search"
      type="search"
      placeholder="Title, value, technique, log, advisory"
      maxLength={200}
      value={typed}
      onChange={setTyped}
    />
  );
}
