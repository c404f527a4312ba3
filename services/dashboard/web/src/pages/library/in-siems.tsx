import { Link } from 'react-router';
import { wordsFor } from '../../api/open-list.js';
import { type SiemTrace, useSiemTraces } from '../../rule/in-siems.js';
import { Code } from '../../ui/code.js';
import { Time } from '../../ui/time.js';

const STATES: Readonly<Record<string, string>> = {
  same: 'as it is here',
  edited: 'edited in the SIEM',
  older: 'made from another version',
  gone: 'gone',
};

/** What became of a rule in the reader's SIEMs; nothing where none was made from it. */
export function InSiems({ yaml }: { yaml: string }) {
  const traces = useSiemTraces(yaml);
  if (traces.length === 0) return null;
  return (
    <section>
      <h2>In your SIEMs</h2>
      <ul>
        {traces.map((trace) => (
          <Trace key={`${trace.siem_id} ${trace.rule_id} ${trace.name}`} trace={trace} />
        ))}
      </ul>
    </section>
  );
}

const Trace = ({
  trace: { can_fire, differences, gone_at, name, siem_id, siem_name, state },
}: {
  trace: SiemTrace;
}) => (
  <li className="wrap-anywhere">
    <Link to={`/siems/${siem_id}?q=${encodeURIComponent(name)}`}>{siem_name}</Link>: <bdi>{name}</bdi>,{' '}
    {wordsFor(STATES, state)}
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
