import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Known } from '@tripline/client/typed-client';
import { useEffect, useId } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../api/api-error.js';
import { download, type Rules, rules, rulesData } from '../../api/clients.js';
import { wordsFor } from '../../api/open-list.js';
import { Button } from '../../ui/button.js';
import { ErrorNotice, Notice, QueryView } from '../../ui/states.js';
import styles from './library.module.css';
import { number, rulesInWords } from './numbers.js';

type Job = Rules['BulkJob'];

/** How often a job that runs is asked for. */
const ASK_MS = 800;

/** How far a job is, and in the end what it did and what not. Its id is in the address, so that it is still there after a reload. */
export function BulkProgress({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['bulk-job', jobId],
    queryFn: () => rulesData(rules.GET('/v1/rules/bulk/{jobId}', { params: { path: { jobId } } })),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.endedAt === null ? ASK_MS : false),
  });
  const ended = query.data !== undefined && query.data.endedAt !== null;
  useEffect(() => {
    // What the job has done stands in every list.
    if (ended) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'bulk-job' });
  }, [client, ended]);
  if (query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 400))
    return (
      <Notice kind="info">
        <p>There is no such job any more.</p>
        <Button kind="quiet" onPress={onClose}>
          Close
        </Button>
      </Notice>
    );
  return (
    <QueryView query={query} lines={2}>
      {(job) => (job.endedAt === null ? <Running job={job} /> : <Ended job={job} onClose={onClose} />)}
    </QueryView>
  );
}

function Running({ job }: { job: Job }) {
  const id = useId();
  const tried = job.done + job.notDone.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className={styles.bulkProgress} aria-label="Progress">
      <label htmlFor={id}>
        {wordsFor(DOING, job.action)}: {number(tried)} of {rulesInWords(job.total)}
      </label>
      <progress id={id} max={job.total} value={tried} />
      <NotDone job={job} />
    </section>
  );
}

function Ended({ job, onClose }: { job: Job; onClose: () => void }) {
  const file = useMutation({ mutationFn: () => download(`/v1/rules/bulk/${job.jobId}/file`) });
  return (
    <section className={`stack ${styles.bulkProgress}`} aria-label="What was done">
      <div className="row" role="status">
        <span>
          {job.state === 'failed' && 'It has stopped before its end. '}
          {doneInWords(job)}
        </span>
        {job.file !== null && (
          <Button pending={file.isPending} onPress={() => file.mutate()}>
            Download the zip
          </Button>
        )}
        {job.action === 'delete' && job.done > 0 && <Undo jobId={job.jobId} onDone={onClose} />}
        <Button kind="quiet" onPress={onClose}>
          Close
        </Button>
      </div>
      {file.isError && <ErrorNotice error={file.error} />}
      <NotDone job={job} />
    </section>
  );
}

function Undo({ jobId, onDone }: { jobId: string; onDone: () => void }) {
  const restore = useMutation({
    mutationFn: () => rulesData(rules.POST('/v1/rules/bin/restore', { body: { jobId } })),
    onSuccess: ({ more }) => {
      if (!more) onDone();
    },
  });
  return (
    <>
      <span>
        <Link to="/rules/bin">In the bin</Link> for 30 days
      </span>
      <Button pending={restore.isPending} onPress={() => restore.mutate()}>
        Restore
      </Button>
      {restore.isError && <ErrorNotice error={restore.error} />}
    </>
  );
}

/** What was not done, by reason, each with some of its rules. */
function NotDone({ job }: { job: Job }) {
  if (job.notDone.length === 0) return null;
  return (
    <ul className={styles.notDone}>
      {job.notDone.map(({ count, message, reason, rules: first }) => (
        <li key={reason}>
          <details>
            <summary>
              {rulesInWords(count)} not {wordsFor(DONE, job.action)}: {message}
            </summary>
            <ul>
              {first.map((example) => (
                <li key={example.ruleKey} className="wrap-anywhere">
                  <span dir="auto">{example.title ?? example.ruleKey}</span>
                  {example.message !== null && <span className="dim"> {example.message}</span>}
                </li>
              ))}
              {count > first.length && <li className="dim">and {number(count - first.length)} more</li>}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  );
}

const DOING: Readonly<Record<Known<Job['action']>, string>> = {
  delete: 'Deleting',
  state: 'Setting the state',
  export: 'Exporting',
};
const DONE: Readonly<Record<Known<Job['action']>, string>> = { delete: 'deleted', state: 'set', export: 'exported' };

function doneInWords({ action, done, newState }: Job): string {
  const [rules, are] = [rulesInWords(done), done === 1 ? 'is' : 'are'];
  return action === 'state' ? `${rules} ${are} ${newState}.` : `${rules} ${are} ${wordsFor(DONE, action)}.`;
}
