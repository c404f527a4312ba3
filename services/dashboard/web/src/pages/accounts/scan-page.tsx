import { useMutation, useQuery } from '@tanstack/react-query';
import type { Known } from '@tripline/client/typed-client';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { entryFor } from '../../api/open-list.js';
import { TechniqueNames } from '../../attack/technique-name.js';
import { ButtonLink } from '../../ui/button.js';
import { ConfirmButton } from '../../ui/dialog.js';
import { momentOf } from '../../ui/moments.js';
import { Empty, Notice, QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { useTitle } from '../../ui/title.js';
import { isUnderWay, useAccountId } from './account-queries.js';
import styles from './accounts.module.css';
import { ScanGrid } from './scan-grid.js';
import { useScanProgress } from './scan-progress.js';
import { serviceName, skippedWords } from './scan-words.js';
import { detectionType, ScanBadge } from './words.js';

/** One scan: its progress while it runs, then what it found. */
export function Component() {
  const account = useAccountId();
  const id = useParams()['scan'] ?? '';
  const query = useQuery({
    queryKey: ['scans', 'one', id],
    queryFn: () => coverageData(coverage.GET('/scans/{id}', { params: { path: { id } } })),
  });
  useTitle(query.data && `Scan of ${momentOf(query.data.created_at)}`);
  return (
    <QueryView
      query={query}
      missing={<Empty title="There is no such scan">It is no longer kept, or it is not yours.</Empty>}
    >
      {(scan) => (
        <div className="stack">
          <h2>
            Scan of <Time at={scan.created_at} /> <ScanBadge status={scan.status} />
          </h2>
          {isUnderWay(scan.status) && <UnderWay scan={scan} />}
          {scan.failure !== null && <Failed account={account} failure={scan.failure} />}
          {!isUnderWay(scan.status) && scan.failure === null && <Ended account={account} scan={scan} />}
          <Errors errors={scan.errors} />
          <ScanGrid scan={scan} />
        </div>
      )}
    </QueryView>
  );
}

function UnderWay({ scan }: { scan: Coverage['Scan'] }) {
  const progress = useScanProgress(scan);
  const cancel = useMutation({
    mutationFn: () => coverageData(coverage.POST('/scans/{id}/cancel', { params: { path: { id: scan.id } } })),
  });
  const percent = Math.round(progress.progress_percent);
  return (
    <div className="card stack">
      <label htmlFor="scan-progress">
        {percent} %, {progress.current_step}
      </label>
      <progress id="scan-progress" className={styles.scanProgress} max={100} value={percent} />
      <p role="status">{progress.detections_found} detections found so far.</p>
      <div className="row">
        <ConfirmButton
          label="Cancel the scan"
          title="Cancel this scan?"
          confirm="Cancel the scan"
          work={() => cancel.mutateAsync()}
        >
          What it has read so far is kept; the rest stays as the scan before found it.
        </ConfirmButton>
      </div>
    </div>
  );
}

/** That a scan failed, why, and what to do. What was known before stays. */
const Failed = ({ account, failure }: { account: string; failure: NonNullable<Coverage['Scan']['failure']> }) => (
  <div className="stack">
    <Notice kind="bad">
      <p>The scan failed. {failure.sentence}</p>
      {failure.missing_actions.length > 0 && (
        <>
          <p>Add to the role’s policy:</p>
          <ul>
            {failure.missing_actions.map((action) => (
              <li key={action}>
                <code>{action}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
    <p>
      Detections and coverage stay as they were known before.{' '}
      {CONNECTION_FAULTS.has(failure.code) || failure.missing_actions.length > 0 ? (
        <Link to={`/coverage/${account}/connect`}>Repair the connection</Link>
      ) : (
        'Scan again; if it fails again, tell the operator the time.'
      )}
    </p>
  </div>
);

/** Codes of failures that a change in AWS mends, and not another scan. */
const CONNECTION_FAULTS: ReadonlySet<string> = new Set(['role_refused', 'missing_action', 'denied']);

function Ended({ account, scan }: { account: string; scan: Coverage['Scan'] }) {
  const results = useQuery({
    queryKey: ['scans', 'results', scan.id],
    queryFn: () =>
      coverageData(coverage.GET('/scans/{id}/results', { params: { path: { id: scan.id }, query: { limit: 100 } } })),
  });
  return (
    <QueryView query={results}>
      {(found) => {
        return (
          <div className="stack">
            <p>
              {found.detections_found} detections in {found.regions_scanned.length} regions, with {found.api_calls}{' '}
              calls in {Math.max(1, Math.round(found.duration_ms / 1000))} s.{' '}
              {found.coverage_after !== null && (
                <>
                  Coverage {found.coverage_before !== null && `${found.coverage_before} % before, `}
                  {found.coverage_after} % now.{' '}
                </>
              )}
            </p>
            {/* What a scan is for: whoever has waited for their first should not have to look for it. */}
            <div className="row">
              <ButtonLink kind="main" to={`/coverage/${account}`}>
                See what it covers
              </ButtonLink>
              <ButtonLink to={`/coverage/${account}/gaps`}>See the gaps</ButtonLink>
            </div>
            {found.techniques_gained.length > 0 && (
              <Notice kind="good">
                Now covered: <TechniqueNames ids={found.techniques_gained} account={account} />
              </Notice>
            )}
            {found.techniques_lost.length > 0 && (
              <Notice kind="bad">
                No longer covered: <TechniqueNames ids={found.techniques_lost} account={account} />
              </Notice>
            )}
            <h2>What changed</h2>
            <Changes account={account} found={found} status={scan.status} />
            {found.regions_skipped.length > 0 && (
              <Notice kind="warn">
                Left out:{' '}
                {found.regions_skipped.map(({ reason, region }) => `${region} (${skippedWords(reason)})`).join(', ')}
              </Notice>
            )}
          </div>
        );
      }}
    </QueryView>
  );
}

/** The detections that a scan found otherwise than the one before. */
function Changes({
  account,
  found,
  status,
}: {
  account: string;
  found: Coverage['ScanResults'];
  status: Coverage['Scan']['status'];
}) {
  const changes = (['new', 'updated', 'removed'] as const).flatMap((what) =>
    found[what].map((one) => ({ ...one, what })),
  );
  return changes.length === 0 ? (
    <Empty title="Nothing changed">{entryFor(UNCHANGED, status)}</Empty>
  ) : (
    <>
      <Table
        label="Changes"
        rows={changes}
        rowKey={({ id, what }) => what + id}
        columns={[
          {
            id: 'name',
            title: 'Detection',
            cell: ({ id, name, what }) =>
              what === 'removed' ? name : <Link to={`/coverage/${account}/detections/${id}`}>{name}</Link>,
          },
          {
            id: 'what',
            title: 'Change',
            cell: ({ what }) => (what === 'updated' ? 'changed' : what === 'removed' ? 'gone' : 'new'),
          },
          { id: 'type', title: 'Kind', wideOnly: true, cell: (one) => detectionType(one.detection_type) },
          { id: 'region', title: 'Region', cell: ({ region }) => region },
        ]}
      />
      {found.total_changes > changes.length && (
        <p className="dim">
          The first {changes.length} of {found.total_changes}.
        </p>
      )}
    </>
  );
}

/** What it means that a scan changed nothing, by how it ended. */
const UNCHANGED: Readonly<Partial<Record<Known<Coverage['Scan']['status']>, string>>> = {
  completed: 'Everything is as the scan before found it.',
  completed_with_errors: 'What could be read is as the scan before found it. The rest was not read.',
  cancelled: 'The scan was cancelled before it had read everything. What it had read is as the scan before found it.',
};

const WHAT_TO_DO: Readonly<Record<Known<Coverage['ScanError']['kind']>, string>> = {
  access_denied: 'Another policy of the role or the organisation denies this call: see what AWS said.',
  throttled: 'AWS was busy. The next scan tries again.',
  not_opted_in: 'Switch the region on in AWS, or leave it out of the account’s regions.',
  expired: 'The session ended early. Scan again.',
  timeout: 'AWS did not answer in time. The next scan tries again.',
  service_error: 'AWS failed. The next scan tries again.',
  unexpected: 'The answer could not be read. Tell the operator, with the time.',
};

/** An action is advised only where one is missing. */
const whatToDo = ({ kind, missing_action, service }: Coverage['ScanError']): ReactNode => {
  if (missing_action !== null)
    return (
      <>
        Add <code>{missing_action}</code> to the role’s policy.
      </>
    );
  if (kind === 'access_denied' && service === 'sts') return 'Repair the connection.';
  return entryFor(WHAT_TO_DO, kind);
};

const Errors = ({ errors }: { errors: readonly Coverage['ScanError'][] }) =>
  errors.length === 0 ? null : (
    <>
      <h2>What could not be read</h2>
      <Table
        label="Errors"
        rows={errors}
        rowKey={({ at, operation, region, service }) => [service, region, operation, at].join(' ')}
        columns={[
          { id: 'service', title: 'Service', cell: ({ service }) => serviceName(service) },
          { id: 'region', title: 'Region', cell: ({ region }) => region ?? 'all' },
          {
            id: 'message',
            title: 'What AWS said',
            cell: ({ message }) => <span className="wrap-anywhere">{message}</span>,
          },
          { id: 'do', title: 'What to do', cell: whatToDo },
        ]}
      />
    </>
  );
