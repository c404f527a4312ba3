import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { TechniqueLink } from '../../attack/technique-link.js';
import { writeRulesAddress } from '../../rule/gap-address.js';
import { Badge } from '../../ui/badge.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Empty, Notice, QueryView } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { useTitle } from '../../ui/title.js';
import { useAccountId } from '../accounts/account-queries.js';
import { ExclusionForm } from '../accounts/exclusion-form.js';
import { DetectionBadge, SeesLine, statusWords } from '../accounts/words.js';
import styles from './coverage.module.css';
import { GapCloses } from './gap-closes.js';
import { GapRules, useGap } from './gap-rules.js';
import { stateOf, useTechniques, useTechniqueVisibility } from './technique-queries.js';
import { StateMark } from './technique-state.js';

/** More would be a list of its own: the detections page has it. */
const DETECTIONS_SHOWN = 30;
/** As many as a page of the list may have. */
const LISTED = 200;

/** One technique in one account: what notices it, where, and why not. */
export function Component() {
  const id = useAccountId();
  const techniqueId = useParams()['technique'] ?? '';
  const techniques = useTechniques(id);
  const name = techniques.data?.techniques.find((one) => one.technique_id === techniqueId)?.name;
  useTitle(name === undefined ? techniqueId : `${techniqueId} ${name}`);
  return (
    <QueryView query={techniques} lines={8}>
      {({ techniques: rows }) => {
        const technique = rows.find((one) => one.technique_id === techniqueId);
        return technique === undefined ? (
          <Empty title={`${techniqueId} is not counted here`}>
            Coverage is counted over the techniques that show in this cloud.
          </Empty>
        ) : (
          <Technique key={techniqueId} account={id} technique={technique} all={rows} />
        );
      }}
    </QueryView>
  );
}

function Technique({
  account,
  all,
  technique,
}: {
  account: string;
  technique: Coverage['TechniqueCoverage'];
  all: readonly Coverage['TechniqueCoverage'][];
}) {
  const [excluding, setExcluding] = useState(false);
  const visibility = useTechniqueVisibility(account, technique.technique_id);
  const gap = useGap(account, technique.technique_id);
  // State, logs and what is unknown come from this one answer.
  const seen = visibility.data ?? undefined;
  return (
    <div className="stack">
      <div className={styles.gapHead}>
        <h2>
          {technique.technique_id} {technique.name}
        </h2>
        <div className="row">
          <ButtonLink kind="main" to={writeRulesAddress(account, technique.technique_id, gap.data)}>
            Write rules
          </ButtonLink>
          <Button onPress={() => setExcluding(true)}>Leave it out</Button>
        </div>
      </div>
      <Standing account={account} all={all} isAsked={visibility.isPending} seen={seen} technique={technique} />
      {(gap.isPending ? isOpen(technique) : gap.data !== null) && (
        <>
          <h2>What closes it</h2>
          {/* Two ways to close it take about so much. */}
          <QueryView query={gap} lines={16}>
            {(found) => found !== null && <GapCloses account={account} gap={found} />}
          </QueryView>
          <h2>Rules written for this gap</h2>
          <QueryView query={gap} lines={2}>
            {(found) => found !== null && <GapRules gap={found} />}
          </QueryView>
        </>
      )}
      <h2>Detections</h2>
      <Detections account={account} technique={technique} />
      <h2>By region</h2>
      <Regions technique={technique} />
      <h2>Logs</h2>
      <QueryView query={visibility} lines={2}>
        {() => <Logs logs={seen?.logs ?? []} />}
      </QueryView>
      <Dialog title={`Leave ${technique.technique_id} out`} isOpen={excluding} onClose={() => setExcluding(false)}>
        <ExclusionForm account={account} technique={technique.technique_id} onDone={() => setExcluding(false)} />
      </Dialog>
    </div>
  );
}

/** Whether a technique is likely to be a gap: the room for what closes it is kept until that is known. */
const isOpen = ({ excluded, status }: Coverage['TechniqueCoverage']): boolean => !excluded && status !== 'covered';

/** How a technique stands, why, and its family. */
function Standing({
  account,
  all,
  isAsked,
  seen,
  technique,
}: {
  account: string;
  technique: Coverage['TechniqueCoverage'];
  all: readonly Coverage['TechniqueCoverage'][];
  /** Whether what the account sees of it is still to come. */
  isAsked: boolean;
  seen: Coverage['TechniqueVisibility'] | undefined;
}) {
  return (
    <>
      <p>
        {isAsked && isOpen(technique) && technique.status === 'uncovered' ? (
          // Whether its events are seen, or nobody can tell, is in the answer that is still to come.
          <span className={styles.stateMark}>not covered</span>
        ) : (
          <StateMark state={stateShown(technique, seen, isAsked)} unsure={technique.unverified} />
        )}
        {technique.confidence > 0 && `, confidence ${technique.confidence.toFixed(2)}`}
        {technique.proven_at !== null && (
          <>
            , last seen to fire <Time at={technique.proven_at} relative />
          </>
        )}
      </p>
      {seen !== undefined && seen.unknown_because !== null && <Notice kind="warn">{seen.unknown_because}</Notice>}
      {technique.reasons.length > 0 && (
        <ul className={styles.plainList}>
          {technique.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <p>
        <a href={`https://attack.mitre.org/techniques/${technique.technique_id.replace('.', '/')}/`} rel="noreferrer">
          {technique.technique_id} at attack.mitre.org
        </a>
      </p>
      <Family account={account} all={all} technique={technique} />
    </>
  );
}

/** The technique that it is a part of, and those that are parts of it. */
function Family({
  account,
  all,
  technique,
}: {
  account: string;
  technique: Coverage['TechniqueCoverage'];
  all: readonly Coverage['TechniqueCoverage'][];
}) {
  const relatives = all.filter(
    ({ parent_id, technique_id }) =>
      technique_id !== technique.technique_id &&
      (parent_id === technique.technique_id || technique_id === technique.parent_id),
  );
  if (relatives.length === 0) return null;
  return (
    <p>
      {technique.is_subtechnique ? 'Part of ' : 'Sub-techniques: '}
      {relatives.map((relative, index) => (
        <span key={relative.technique_id}>
          {index > 0 && ', '}
          <TechniqueLink account={account} technique={relative} />
        </span>
      ))}
    </p>
  );
}

/** The state as its logs tell it; until these are known, as the technique alone does. */
function stateShown(
  technique: Coverage['TechniqueCoverage'],
  seen: Coverage['TechniqueVisibility'] | undefined,
  isAsked: boolean,
) {
  if (isAsked) return stateOf({ ...technique, visible: null });
  return seen === undefined ? 'unknown' : stateOf(judged(seen));
}

/** What the state is told from. */
const judged = ({ excluded, status, unknown_because, unverified, visibility }: Coverage['TechniqueVisibility']) => ({
  excluded,
  status,
  unverified: unknown_because !== null,
  visible: unverified ? null : visibility === 'visible',
});

const Logs = ({ logs }: { logs: Coverage['TechniqueVisibility']['logs'] }) =>
  logs.length === 0 ? (
    <p>Nothing that an account keeps is known to show it.</p>
  ) : (
    <ul className={styles.plainList}>
      {logs.map(({ arrives, log, missing, name, resource_type, unknown }) => (
        <li key={`${log} ${resource_type}`}>
          {name}
          {resource_type !== null && ` of ${resource_type}`}:{' '}
          {arrives.length > 0 &&
            `arrives ${arrives.map(({ regions, source }) => `in ${regions.join(', ')} (${source})`).join('; ')}. `}
          {missing.map(({ sentence }) => sentence).join(' ')}
          {unknown.length > 0 && ` Unknown in ${unknown.join(', ')}: what keeps it could not be read.`}
        </li>
      ))}
    </ul>
  );

/** These detections, with what they are mapped to. */
async function listedDetections(
  account: string,
  techniqueId: string,
  ids: readonly string[],
): Promise<Coverage['Detection'][]> {
  // One call for most accounts. Those that the list does not reach, or of which it leaves this technique out, are asked for one by one.
  const { detections } = await coverageData(
    coverage.GET('/accounts/{id}/detections', {
      params: { path: { id: account }, query: { technique: techniqueId, page_size: LISTED } },
    }),
  );
  const listed = new Map(
    detections
      .filter(({ mapped_techniques: mapped }) => mapped.some((one) => one.technique_id === techniqueId))
      .map((detection) => [detection.id, detection]),
  );
  return Promise.all(
    ids.map((id) => listed.get(id) ?? coverageData(coverage.GET('/detections/{id}', { params: { path: { id } } }))),
  );
}

function Detections({ account, technique }: { account: string; technique: Coverage['TechniqueCoverage'] }) {
  const ids = technique.detection_ids.slice(0, DETECTIONS_SHOWN);
  const query = useQuery({
    queryKey: ['detections', 'of', ids],
    enabled: ids.length > 0,
    queryFn: () => listedDetections(account, technique.technique_id, ids),
  });
  if (ids.length === 0) return <p>No detection looks for it.</p>;
  return (
    // A row takes about three lines: what it is, its state, and why.
    <QueryView query={query} lines={1 + ids.length * 3}>
      {(detections) => (
        <>
          <Table
            label="Detections"
            rows={detections}
            rowKey={({ id }) => id}
            columns={detectionColumns(account, technique.technique_id)}
          />
          {technique.detection_count > detections.length && (
            <p className="dim">
              The best {detections.length} of {technique.detection_count}.
            </p>
          )}
        </>
      )}
    </QueryView>
  );
}

const Regions = ({ technique }: { technique: Coverage['TechniqueCoverage'] }) => {
  const { regions_covered, regions_needed, regions_partial, regions_unknown } = technique;
  const word = (region: string): string => {
    if (regions_covered.includes(region)) return 'covered';
    if (regions_partial.includes(region)) return 'partly covered';
    return regions_unknown.includes(region) ? 'not certain' : 'not covered';
  };
  return (
    <Table
      label="By region"
      rows={regions_needed}
      rowKey={(region) => region}
      columns={[
        { id: 'region', title: 'Where its events arrive', cell: (region) => region },
        { id: 'state', title: 'State', cell: word },
      ]}
    />
  );
};

/** What is shown of each detection of a technique. */
const detectionColumns = (account: string, techniqueId: string): Column<Coverage['Detection']>[] => [
  {
    id: 'name',
    title: 'Name',
    cell: ({ id, name }) => <Link to={`/coverage/${account}/detections/${id}`}>{name}</Link>,
  },
  {
    id: 'state',
    title: 'State',
    cell: ({ sees, sees_reason, status, ...why }) => (
      <>
        <DetectionBadge status={status} />
        {statusWords(why) !== null && <div className="dim">{statusWords(why)}</div>}
        <SeesLine detection={{ sees, sees_reason }} />
      </>
    ),
  },
  {
    id: 'region',
    title: 'Region',
    cell: ({ region }) => <span className={styles.noBreak}>{region ?? 'everywhere'}</span>,
  },
  {
    id: 'why',
    title: 'Why it shows it',
    cell: ({ mapped_techniques }) => {
      const mapped = mapped_techniques.find((one) => one.technique_id === techniqueId);
      return (
        mapped !== undefined && (
          <>
            {mapped.evidence}{' '}
            <Badge kind={mapped.covers ? 'good' : 'plain'}>{mapped.covers ? 'covers it' : 'only supports'}</Badge>
          </>
        )
      );
    },
  },
];
