import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../api/api-error.js';
import { Button } from './button.js';
import styles from './states.module.css';
import { ToPlan } from './to-plan.js';

const NOTICE_CLASSES: Readonly<Record<string, string | undefined>> = {
  bad: styles.noticeBad,
  good: styles.noticeGood,
  id: styles.noticeId,
  info: styles.noticeInfo,
  warn: styles.noticeWarn,
};

/** What is shown while something loads: as high as what comes (`lines`), so that nothing jumps. */
export const Loading = ({ label = 'Loading', lines = 4 }: { label?: string; lines?: number }) => (
  <div className={styles.loading} role="status">
    <span className="visually-hidden">{label}…</span>
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
      <span key={line} className={styles.loadingLine} aria-hidden="true" />
    ))}
  </div>
);

/** An error in the API's own words, with the request's id, and a way to try again where there is one. */
export function ErrorNotice({
  error,
  isAskedAgain = false,
  retry,
}: {
  error: unknown;
  /** It is tried again without anybody asking. */
  isAskedAgain?: boolean;
  retry?: () => void;
}) {
  const { code, message, requestId, details, retryAfter } = describe(error);
  return (
    <div className={`${styles.notice} ${styles.noticeBad}`} role="alert">
      <p>{message}</p>
      {details.length > 1 && (
        <ul>
          {details.map((detail) => (
            <li key={detail.path + detail.message}>{detail.message}</li>
          ))}
        </ul>
      )}
      {code === 'SecondFactorRequired' && (
        <p>
          <Link to="/settings/security">Add a second factor</Link>
        </p>
      )}
      {retryAfter !== undefined && <p>It can be tried again in {retryAfter} s.</p>}
      {requestId !== undefined && (
        <p className={styles.noticeId}>
          Request <code>{requestId}</code>
        </p>
      )}
      {isAskedAgain && <p>This page tries again by itself every few seconds.</p>}
      {retry !== undefined && <Button onPress={retry}>Try again</Button>}
    </div>
  );
}

function describe(error: unknown): Pick<ApiError, 'code' | 'message' | 'requestId' | 'details' | 'retryAfter'> {
  if (error instanceof ApiError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return { code: undefined, message, requestId: undefined, details: [], retryAfter: undefined };
}

/** A note beside what it is about. */
export const Notice = ({ kind, children }: { kind: 'good' | 'warn' | 'bad' | 'info'; children: ReactNode }) => (
  <div className={`${styles.notice} ${NOTICE_CLASSES[kind] ?? ''}`}>{children}</div>
);

/** Where a list has nothing: what that means, and what to do. */
export const Empty = ({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) => (
  <div className={styles.empty}>
    <h2>{title}</h2>
    {children !== undefined && <p className="dim">{children}</p>}
    {action}
  </div>
);

/** What one's tier or role does not open: the service's own words, and where to go. It is no failure. */
const NotOpen = ({ error }: { error: ApiError }) => (
  <Notice kind="info">
    <p>{error.message}</p>
    <ToPlan />
  </Notice>
);

/** Whether one's tier or role does not open it: then nothing is to be added either. A second factor that is missing is added elsewhere: `ErrorNotice` leads there. */
export const isNotOpen = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 403 && error.code !== 'SecondFactorRequired';

/** How often a call fails before its reader is told: the first may be a server that is being replaced. */
const TOLD_AFTER = 2;

/** Whether there is nothing at an address, or nothing that whoever asks may see. */
const isMissing = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status);

/** A query's answer, or that it is loading, or why there is none. `missing` stands where there is no such thing (any more). What the service may answer in a moment is asked for again meanwhile. */
export function QueryView<T>({
  query,
  children,
  lines,
  missing,
}: {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
  lines?: number;
  missing?: ReactNode;
}) {
  const isAway = query.failureCount >= TOLD_AFTER;
  const notice = (query.isError || isAway) && (
    <ErrorNotice
      error={query.isError ? query.error : query.failureReason}
      isAskedAgain={!query.isError}
      retry={() => void query.refetch()}
    />
  );
  if (query.data !== undefined)
    return (
      <>
        {notice}
        {children(query.data)}
      </>
    );
  if (missing !== undefined && isMissing(query.error)) return missing;
  if (isNotOpen(query.error)) return <NotOpen error={query.error} />;
  return notice || <Loading {...(lines === undefined ? {} : { lines })} />;
}
