import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { Link } from 'react-router';
import type { Rules } from '../../api/clients.js';
import { wordsFor } from '../../api/open-list.js';
import { type SiemTrace, siemRuleAddress, useStandings } from '../../rule/in-siems.js';
import { ruleAddress } from '../../rule/rule-address.js';
import { Badge } from '../../ui/badge.js';
import type { Column } from '../../ui/table.js';
import { STATES } from './in-siems.js';
import styles from './library.module.css';

type Row = Rules['RuleRow'];

const Standings = createContext<ReturnType<typeof useStandings>>({ standings: new Map(), isPending: false });

/** How the rules of a list stand in the reader's SIEMs. The list is asked for with the rules' texts wherever it is shown. */
export const STANDING: Column<Row> = {
  id: 'siems',
  title: 'In your SIEMs',
  wideOnly: true,
  onRequest: true,
  cell: (rule) => <Standing rule={rule} />,
};

/** Around a list with that column: asks for all its rows together. */
export function WithStandings({
  children,
  isShown,
  rows,
}: {
  rows: readonly Row[];
  isShown: boolean;
  children: ReactNode;
}) {
  const compared = useMemo(
    () =>
      (isShown ? rows : []).flatMap((row) =>
        row.sigma === null
          ? []
          : [{ key: ruleAddress(row), yaml: row.sigma.yaml, tests: { match: row.sigma.events, noMatch: [] } }],
      ),
    [isShown, rows],
  );
  return <Standings value={useStandings(compared)}>{children}</Standings>;
}

const KINDS: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = {
  same: 'good',
  edited: 'warn',
  older: 'warn',
  gone: 'bad',
};

function Standing({ rule }: { rule: Row }) {
  const { isPending, standings } = useContext(Standings);
  const standing = standings.get(ruleAddress(rule));
  if (standing === undefined) return <span className="dim">{isPending ? 'asking…' : 'not known'}</span>;
  const { others, traces } = standing;
  if (traces.length === 0 && others.length === 0) return <span className="dim">in none</span>;
  return (
    <ul className={styles.standing}>
      {traces.map((trace) => (
        <Trace key={`${trace.siem_id} ${trace.rule_id} ${trace.name}`} trace={trace} />
      ))}
      {others.length > 0 && (
        <li title={others.map(({ name, siem_name }) => `${name} in ${siem_name}`).join('\n')}>
          noticed already by {others.length === 1 ? '1 SIEM rule' : `${others.length} SIEM rules`}
        </li>
      )}
    </ul>
  );
}

const Trace = ({ trace: { can_fire, name, siem_id, siem_name, state } }: { trace: SiemTrace }) => (
  <li>
    <Link to={siemRuleAddress(siem_id, name)} className="wrap-anywhere" dir="auto">
      {siem_name}
    </Link>{' '}
    <Badge kind={KINDS[state] ?? 'plain'}>{wordsFor(STATES, state)}</Badge>
    {can_fire === 'no' && state !== 'gone' && <div className="dim">never fires there</div>}
  </li>
);
