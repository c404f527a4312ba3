import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { type Coverage, coverage, coverageData, done } from '../../api/clients.js';
import { TechniqueName } from '../../attack/technique-name.js';
import styles from '../../rule/rule-texts.module.css';
import { Badge } from '../../ui/badge.js';
import { ConfirmButton } from '../../ui/dialog.js';
import { Empty, Notice, QueryView } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { useTitle } from '../../ui/title.js';
import { useAccountId } from './account-queries.js';
import { OverrideButton } from './override-button.js';
import { ProofSection } from './proof-section.js';
import { basisWords, DetectionBadge, detectionType, seesReason, statusWords } from './words.js';

/** One detection: whether it can fire, what it shows and why, and when it was last seen to fire. */
export function Component() {
  const account = useAccountId();
  const id = useParams()['detection'] ?? '';
  const query = useQuery({
    queryKey: ['detections', 'one', id],
    queryFn: () => coverageData(coverage.GET('/detections/{id}', { params: { path: { id } } })),
  });
  useTitle(query.data?.name);
  return (
    <QueryView
      query={query}
      missing={
        <Empty title="There is no such detection">It was deleted in the cloud or the SIEM, or it is not yours.</Empty>
      }
    >
      {(detection) => <Detection account={account} detection={detection} />}
    </QueryView>
  );
}

function Detection({ account, detection }: { account: string; detection: Coverage['Detection'] }) {
  const { description, mapped_techniques, name, status, status_words: words } = detection;
  const why = statusWords(detection);
  return (
    <div className="stack">
      <h2 className="wrap-anywhere">
        {name} <DetectionBadge status={status} />
      </h2>
      {why !== null && (
        <Notice kind="warn">
          {why} {words?.what_to_do}
        </Notice>
      )}
      {detection.sees !== null && detection.sees_reason !== null && (
        <Notice kind={detection.sees === 'yes' && detection.sees_detail === null ? 'good' : 'warn'}>
          {seesReason(detection.sees_reason)} {detection.sees_detail}
        </Notice>
      )}
      {description !== null && <p>{description}</p>}
      <Facts detection={detection} />
      <h2>Techniques</h2>
      {mapped_techniques.length === 0 ? (
        <Empty title="It shows no technique that is known">
          If you know better, say so: “Add a technique” below records it with your reason.
        </Empty>
      ) : (
        <Table
          label="Techniques"
          rows={mapped_techniques}
          rowKey={({ category, technique_id }) => technique_id + category}
          columns={techniqueColumns(account, detection)}
        />
      )}
      <div className="row">
        <OverrideButton detection={detection} />
        {detection.detection_type === 'siem_rule' && <Withdraw account={account} detection={detection} />}
      </div>
      <ProofSection detection={detection} />
    </div>
  );
}

/** What a detection is, where it is, and when it was found. */
const Facts = ({ detection }: { detection: Coverage['Detection'] }) => {
  const { detection_type, discovered_at, is_managed, region, seen_regions, source_arn, tags } = detection;
  return (
    <dl className={styles.ruleFacts}>
      <dt>Kind</dt>
      <dd>
        {detectionType(detection_type)}
        {is_managed && ', managed by AWS'}
      </dd>
      <dt>Region</dt>
      <dd>
        {region ?? 'everywhere'}
        {seen_regions !== null &&
          seen_regions.length > 0 &&
          `; sees events of ${seen_regions.join(', ').replace('*', 'every region')}`}
      </dd>
      {source_arn !== null && (
        <>
          <dt>ARN</dt>
          <dd>
            <code className="wrap-anywhere">{source_arn}</code>
          </dd>
        </>
      )}
      <dt>Found</dt>
      <dd>
        <Time at={discovered_at} />
      </dd>
      {tags.length > 0 && (
        <>
          <dt>Tags</dt>
          <dd>{tags.join(', ')}</dd>
        </>
      )}
    </dl>
  );
};

function Withdraw({ account, detection }: { account: string; detection: Coverage['Detection'] }) {
  const navigate = useNavigate();
  const withdraw = useMutation({
    meta: { gone: detection.id },
    mutationFn: () => done(coverage.DELETE('/detections/{id}', { params: { path: { id: detection.id } } })),
    onSuccess: () => navigate(`/coverage/${account}/detections`),
  });
  return (
    <ConfirmButton
      label="Withdraw it"
      title="Withdraw this declared detection?"
      confirm="Withdraw it"
      work={() => withdraw.mutateAsync()}
    >
      What only it covers becomes a gap.
    </ConfirmButton>
  );
}

/** What is shown of each technique that a detection is mapped to. */
const techniqueColumns = (
  account: string,
  detection: Coverage['Detection'],
): Column<Coverage['Detection']['mapped_techniques'][number]>[] => [
  {
    id: 'technique',
    title: 'Technique',
    cell: (one) => <TechniqueName id={one.technique_id} to={`/coverage/${account}/techniques/${one.technique_id}`} />,
  },
  {
    id: 'covers',
    title: 'Covers it',
    cell: ({ category, covers }) =>
      covers ? <Badge kind="good">yes</Badge> : <Badge>{category === 'detect' ? 'only supports' : category}</Badge>,
  },
  { id: 'confidence', title: 'Confidence', align: 'end', cell: ({ confidence }) => confidence.toFixed(2) },
  { id: 'basis', title: 'Rests on', wideOnly: true, cell: ({ basis }) => basisWords(basis) },
  {
    id: 'why',
    title: 'Why',
    cell: ({ evidence, override }) => <span className="wrap-anywhere">{override?.reason ?? evidence}</span>,
  },
  {
    id: 'override',
    title: <span className="visually-hidden">Override</span>,
    cell: (one) => <OverrideButton detection={detection} technique={one} />,
  },
];
