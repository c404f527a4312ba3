import { TACTIC_NAMES } from 'virtual:tactics';
import { useMutation } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useNavigate } from 'react-router';
import { type Coverage, rules, rulesData } from '../../api/clients.js';
import { entryFor, wordsFor } from '../../api/open-list.js';
import { TechniqueLink } from '../../attack/technique-link.js';
import { expectNews } from '../../rule/gap-news.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ErrorNotice } from '../../ui/states.js';
import type { Column } from '../../ui/table.js';
import styles from './coverage.module.css';
import { GapRuleCount } from './gap-rules.js';
import { WorkCell } from './gap-work.js';

type Gap = Coverage['Gap'];

const KINDS = { critical: 'bad', high: 'bad', medium: 'warn', low: 'info' } as const;

/** What is shown of each gap. `open` shows more of one. */
export const gapColumns = (account: string, open: (gap: Gap) => void): readonly Column<Gap>[] => [
  {
    id: 'technique',
    title: 'Technique',
    cell: (gap) => (
      <div className={styles.gapName}>
        <TechniqueLink account={account} technique={gap} />
        <div className="dim">{gap.tactics.map((id) => wordsFor(TACTIC_NAMES, id)).join(', ')}</div>
        <GapRuleCount account={account} gap={gap} />
      </div>
    ),
  },
  {
    id: 'priority',
    title: 'Priority',
    cell: (gap) => (
      <span className={styles.marks}>
        <Badge kind={entryFor(KINDS, gap.priority) ?? 'plain'}>{gap.priority}</Badge>
        {gap.status === 'partial' && <Badge>partly covered</Badge>}
        {gap.unverified && <Badge kind="warn">{gap.status === 'uncovered' ? 'unknown' : 'not certain'}</Badge>}
      </span>
    ),
  },
  { id: 'why', title: 'Why it matters', wideOnly: true, cell: (gap) => <Marks gap={gap} /> },
  {
    id: 'closes',
    title: 'What closes it',
    wideOnly: true,
    cell: (gap) => <Closes gap={gap} onOpen={() => open(gap)} />,
  },
  { id: 'effort', title: 'Effort', wideOnly: true, cell: ({ closes: [first] }) => <Effort close={first} /> },
  { id: 'work', title: 'Work', wideOnly: true, cell: (gap) => <WorkCell gap={gap} /> },
  {
    id: 'generate',
    title: <span className="visually-hidden">Generate</span>,
    cell: (gap) => <GenerateButton gap={gap} />,
  },
];

/** Who uses it, as small marks: the legend above the table says what they are. */
const Marks = ({
  gap: { actors, advisories_read: read, cloud_prevalence: cloud, prevalence, used_in_wild },
}: {
  gap: Gap;
}) => (
  <span className={`${styles.marks} ${styles.why}`}>
    {read.count > 0 && <Badge kind="info">read {read.count}</Badge>}
    {used_in_wild && <Badge kind="bad">incidents</Badge>}
    {cloud.groups + cloud.campaigns > 0 && <Badge kind="warn">cloud {cloud.groups + cloud.campaigns}</Badge>}
    {prevalence.groups > 0 && <Badge>groups {prevalence.groups}</Badge>}
    {prevalence.software > 0 && <Badge>software {prevalence.software}</Badge>}
    {actors.map(({ id, name }) => (
      <Badge key={id} kind="info">
        {name}
      </Badge>
    ))}
  </span>
);

/** How much work each way of closing a gap is, the least first: what somebody does for it stands in the legend. */
const EFFORTS: Readonly<Record<string, readonly [words: string, kind: 'good' | 'info' | 'warn', meaning: string]>> = {
  enable: ['low', 'good', 'effort: switch on what is there'],
  control: ['medium', 'info', 'effort: apply a template in each region'],
  rule: ['high', 'warn', 'effort: review rules and deploy them to a SIEM'],
};

const MARKS = [
  ['read 3', 'info', 'three advisories that you read here in the last 90 days show it'],
  ['incidents', 'bad', 'it was seen in incidents'],
  ['cloud 3', 'warn', 'three groups and campaigns used it in a cloud'],
  ['groups 3', 'plain', 'three groups use it at all, as ATT&CK records'],
  ['software 3', 'plain', 'three pieces of software can do it, as ATT&CK records'],
  ['name', 'info', 'an actor that you have chosen uses it'],
  ...Object.values(EFFORTS),
] as const;

/** What the marks mean. */
export const MarksLegend = () => (
  <details className={styles.legend}>
    <summary className="dim">What the marks mean</summary>
    <dl>
      {MARKS.map(([mark, kind, meaning]) => (
        <Fragment key={mark}>
          <dt>
            <Badge kind={kind}>{mark}</Badge>
          </dt>
          <dd>{meaning}</dd>
        </Fragment>
      ))}
    </dl>
  </details>
);

const Closes = ({ gap, onOpen }: { gap: Gap; onOpen: () => void }) => {
  const [first, ...others] = gap.closes;
  return (
    <div className={styles.closes}>
      <button type="button" className={styles.inlineButton} onClick={onOpen}>
        {first === undefined ? 'Nothing that we know: why' : first.title}
        {others.length > 0 && <span className="dim"> or {others.length} more</span>}
        <span className="visually-hidden">, what closes {gap.technique_id}</span>
      </button>
      {first?.cost === 'charged' && (
        <div>
          <Badge kind="warn">the cloud charges for it</Badge>
        </div>
      )}
    </div>
  );
};

/** How much work the first way to close a gap is. */
function Effort({ close }: { close: Gap['closes'][number] | undefined }) {
  const effort = close && entryFor(EFFORTS, close.kind);
  if (effort === undefined) return <span className="dim">–</span>;
  const [words, kind, meaning] = effort;
  return (
    <span title={meaning}>
      <Badge kind={kind}>{words}</Badge>
    </span>
  );
}

/** Writes rules for a gap, and leads to them. */
function GenerateButton({ gap }: { gap: Gap }) {
  const navigate = useNavigate();
  const body = gap.generate;
  const generate = useMutation({
    mutationFn: async () => {
      if (body === null) throw new Error('There is no rule for this gap.');
      return rulesData(rules.POST('/v1/generate', { body }));
    },
    onSuccess: (generation) => {
      expectNews(generation);
      void navigate(`/reports/${generation.id}`);
    },
  });
  if (body === null) return <span className="dim">no rule</span>;
  return (
    <>
      <Button
        pending={generate.isPending}
        onPress={() => generate.mutate()}
        aria-label={`Generate rules for ${gap.technique_id}`}
      >
        Generate
      </Button>
      {generate.isError && <ErrorNotice error={generate.error} />}
    </>
  );
}
