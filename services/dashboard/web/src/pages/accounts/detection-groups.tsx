import { Link } from 'react-router';
import type { Coverage } from '../../api/clients.js';
import { TechniqueNames } from '../../attack/technique-name.js';
import type { Column } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import styles from './accounts.module.css';
import { DetectionBadge, detectionState, detectionType, SeesLine, statusWords } from './words.js';

type Detection = Coverage['Detection'];

/** What is one control or service in several regions: a detection in each. */
export interface DetectionGroup {
  readonly first: Detection;
  readonly all: readonly Detection[];
}

/** Techniques that a row names before it counts the rest. */
const NAMED = 3;

/** Detections of one name and kind together, each group where its first stands. */
export function groupsOf(detections: readonly Detection[]): DetectionGroup[] {
  const groups = new Map<string, Detection[]>();
  for (const one of detections) {
    // A declared rule is one, whatever others are called.
    const key = one.detection_type === 'siem_rule' ? one.id : `${one.detection_type} ${one.name}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].flatMap((all) => (all[0] === undefined ? [] : [{ first: all[0], all }]));
}

/** What is shown of each group. */
export const detectionColumns = (account: string): Column<DetectionGroup>[] => [
  {
    id: 'name',
    title: 'Name',
    sortable: true,
    cell: ({ first }) => (
      <Link to={address(account, first)} className="wrap-anywhere">
        {first.name}
      </Link>
    ),
  },
  { id: 'status', title: 'State', sortable: true, cell: (group) => <States group={group} /> },
  {
    id: 'detection_type',
    title: 'Kind',
    sortable: true,
    wideOnly: true,
    cell: ({ first }) => detectionType(first.detection_type),
  },
  {
    id: 'region',
    title: 'Regions',
    sortable: true,
    cell: ({ all }) => (
      <span className={`${styles.chips} ${styles.regions}`}>
        {all.map((one) => (
          <RegionChip key={one.id} account={account} detection={one} alone={all.length === 1} />
        ))}
      </span>
    ),
  },
  {
    id: 'techniques',
    title: 'Techniques',
    wideOnly: true,
    cell: ({ first }) => <Techniques account={account} detection={first} />,
  },
  {
    id: 'fired',
    title: 'Last fired',
    wideOnly: true,
    cell: ({ all }) => {
      const at = all.flatMap(({ proven_at }) => proven_at ?? []).sort();
      const last = at.at(-1);
      return last === undefined ? <span className="dim">not seen</span> : <Time at={last} relative />;
    },
  },
];

const address = (account: string, { id }: Detection): string => `/coverage/${account}/detections/${id}`;

/** Each state of the group once, and below them why. */
const States = ({ group: { all } }: { group: DetectionGroup }) => {
  const reasons = new Set(all.flatMap((one) => statusWords(one) ?? []));
  return (
    <>
      <span className={styles.chips}>
        {[...new Set(all.map(({ status }) => status))].map((status) => (
          <DetectionBadge key={status} status={status} />
        ))}
      </span>
      {reasons.size > 0 && <div className="dim">{[...reasons].join(' ')}</div>}
      {all.map((one) => (
        <SeesLine key={one.id} detection={one} />
      ))}
    </>
  );
};

/** A region, which leads to the detection there where there are several; its state in words, and by its border's colour. */
const RegionChip = ({ account, alone, detection }: { account: string; detection: Detection; alone: boolean }) => {
  const region = detection.region ?? 'everywhere';
  if (alone) return <span className={styles.chip}>{region}</span>;
  return (
    <Link
      to={address(account, detection)}
      className={styles.chip}
      data-status={detection.status}
      title={detectionState(detection.status)}
    >
      {region}
      <span className="visually-hidden">, {detectionState(detection.status)}</span>
    </Link>
  );
};

/** What it shows, what it covers first; how many more. */
const Techniques = ({ account, detection }: { account: string; detection: Detection }) => {
  const { mapped_techniques: mapped, technique_counts: counts } = detection;
  const shown = mapped.filter(({ category }) => category === 'detect');
  const ids = [...shown.filter(({ covers }) => covers), ...shown.filter(({ covers }) => !covers)].map(
    ({ technique_id }) => technique_id,
  );
  if (ids.length === 0) return <span className="dim">none known</span>;
  const named = [...new Set(ids)].slice(0, NAMED);
  return (
    <>
      <TechniqueNames account={account} ids={named} short />
      {counts.detect > named.length && <span className="dim"> and {counts.detect - named.length} more</span>}
    </>
  );
};
