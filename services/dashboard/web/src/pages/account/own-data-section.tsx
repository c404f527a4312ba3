import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { ErrorNotice } from '../../ui/states.js';
import { say } from '../../ui/toast.js';
import styles from './account.module.css';
import { ownData } from './own-data.js';

/** How often the page says how far it is: at each so manieth thing. */
const STEP = 10;

/** Takes all that is one's own along, as one file. */
export function OwnDataSection() {
  const { cancel, count, error, start } = useTaking();
  return (
    <section className={`card stack ${styles.accountForm}`}>
      <h2>Your data</h2>
      <p>
        All that is yours alone as one file, a JSON value a line: rules with every version, reports with their texts,
        pipelines, cloud accounts with scans, detections and decisions, SIEMs, and the names of keys. What you made in a
        team is the team’s.
      </p>
      {error !== undefined && <ErrorNotice error={error} />}
      <div className="row">
        <Button pending={count !== undefined} onPress={() => void start()}>
          Download your data
        </Button>
        {count !== undefined && (
          <>
            <Button kind="quiet" onPress={cancel}>
              Cancel
            </Button>
            <span role="status">{count.toLocaleString('en')} things so far. Keep this page open.</span>
          </>
        )}
      </div>
    </section>
  );
}

/** `count` is how many things have come; undefined while nothing is being taken. It ends with the page. */
function useTaking() {
  const [count, setCount] = useState<number>();
  const [error, setError] = useState<unknown>();
  const run = useRef(0);
  const cancel = (): void => {
    run.current += 1;
    setCount(undefined);
  };
  useEffect(
    () => () => {
      run.current += 1;
    },
    [],
  );
  const start = async (): Promise<void> => {
    run.current += 1;
    const mine = run.current;
    setError(undefined);
    setCount(0);
    const lines: string[] = [];
    try {
      for await (const thing of ownData()) {
        if (run.current !== mine) return;
        lines.push(`${JSON.stringify(thing)}\n`);
        if (lines.length % STEP === 0) setCount(lines.length);
      }
      if (run.current !== mine) return;
      saveFile(
        new Blob(lines, { type: 'application/x-ndjson' }),
        `tripline-${new Date().toISOString().slice(0, 10)}.ndjson`,
      );
      say(`Your data are saved: ${lines.length.toLocaleString('en')} things.`);
    } catch (failure) {
      if (run.current === mine) setError(failure);
    }
    if (run.current === mine) setCount(undefined);
  };
  return { cancel, count, error, start };
}
