import { Link } from 'react-router';
import type { Rules } from '../../api/clients.js';
import { wordsFor } from '../../api/open-list.js';
import {
  othersOf,
  type SiemCovering,
  type SiemTrace,
  siemRuleAddress,
  useSiemOverlap,
  useSiemTraces,
} from '../../rule/in-siems.js';
import { Code } from '../../ui/code.js';
import { Time } from '../../ui/time.js';

/** What became of a rule in a SIEM, by its state. */
export const STATES: Readonly<Record<string, string>> = {
  same: 'as it is here',
  edited: 'edited in the SIEM',
  older: 'made from another version',
  gone: 'gone',
};

/**
 * What became of a rule in the reader's SIEMs, and which other rules there notice the same; nothing where there are neither. In a preview the heading is
 * one of its own parts.
 */
export function InSiems({
  heading: Heading = 'h2',
  rule: { ruleKey, tests, yaml },
}: {
  heading?: 'h2' | 'h3';
  rule: Pick<Rules['Rule'], 'ruleKey' | 'tests' | 'yaml'>;
}) {
  const traces = useSiemTraces(yaml);
  const covering = useSiemOverlap(`rule ${ruleKey} ${yaml}`, [{ key: ruleKey, yaml, tests }]).get(ruleKey) ?? [];
  const others = othersOf(traces, covering);
  if (traces.length === 0 && others.length === 0) return null;
  return (
    <section>
      <Heading>In your SIEMs</Heading>
      <ul>
        {traces.map((trace) => (
          <Trace key={`${trace.siem_id} ${trace.rule_id} ${trace.name}`} trace={trace} />
        ))}
        {others.map((other) => (
          <Other key={other.rule_id} other={other} />
        ))}
      </ul>
    </section>
  );
}

const Other = ({ other: { can_fire, name, siem_id, siem_name } }: { other: SiemCovering }) => (
  <li className="wrap-anywhere">
    <Link to={siemRuleAddress(siem_id, name)}>{siem_name}</Link>: <bdi>{name}</bdi>, which notices the same
    {can_fire === 'no' && ', and never fires there'}
  </li>
);

const Trace = ({
  trace: { can_fire, differences, gone_at, name, siem_id, siem_name, state },
}: {
  trace: SiemTrace;
}) => (
  <li className="wrap-anywhere">
    <Link to={siemRuleAddress(siem_id, name)}>{siem_name}</Link>: <bdi>{name}</bdi>, {wordsFor(STATES, state)}
    {gone_at !== null && (
      <>
        {' '}
        since the import of <Time at={gone_at} />
      </>
    )}
    {can_fire === 'no' && state !== 'gone' && ', and never fires there'}
    {differences.length > 0 && (
      <Code
        text={differences.map(({ line, side }) => `${side === 'ours' ? '-' : '+'} ${line}`).join('\n')}
        what={`what differs in ${siem_name}: - is here, + is there`}
        fileName="difference.txt"
      />
    )}
  </li>
);
