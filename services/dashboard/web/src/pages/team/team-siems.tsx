import { useQuery } from '@tanstack/react-query';
import { type Rules, rules, rulesData } from '../../api/clients.js';
import { BACKENDS } from '../../siems/backends.js';
import { useBackends } from '../../siems/catalogue.js';
import type { Siem } from '../../siems/my-siems.js';
import { SiemsForm } from '../../siems/siems-form.js';
import { QueryView } from '../../ui/states.js';

const choose = (siems: Siem[]) => rulesData(rules.PUT('/v1/team/siems', { body: { siems } }));

/** Which SIEMs the team has: chosen by its owner and admins, seen by all. */
export function TeamSiems({ role }: { role: Rules['TeamMember']['role'] }) {
  const query = useQuery({
    queryKey: ['team', 'siems'],
    queryFn: () => rulesData(rules.GET('/v1/team/siems')),
  });
  const { data: backends } = useBackends();
  /** A SIEM with its data, as members read it. */
  const inWords = ({ id, index, sourcetype, stack, table }: Siem): string => {
    const product = BACKENDS.find((backend) => backend.id === id)?.product ?? id;
    const model = backends?.find((backend) => backend.id === id)?.stacks.find((one) => one.id === stack)?.title;
    const places = [
      ...(model === undefined ? [] : [model]),
      ...(index === undefined ? [] : [`index ${index}`]),
      ...(sourcetype === undefined ? [] : [`source type ${sourcetype}`]),
      ...(table === undefined ? [] : [`table ${table}`]),
    ];
    return [product, ...places].join(', ');
  };
  return (
    <section className="card stack" aria-labelledby="team-siems">
      <h3 id="team-siems">The team’s SIEMs and their data</h3>
      <p className="dim">They hold for members who have chosen none in their profile.</p>
      <QueryView query={query} lines={4}>
        {({ siems }) =>
          role === 'member' ? (
            <p>{siems.length === 0 ? 'None is chosen.' : siems.map(inWords).join('; ')}</p>
          ) : (
            <SiemsForm
              key={JSON.stringify(siems)}
              label="The team’s SIEMs"
              help="None ticked: all are shown alike."
              siems={siems}
              save={choose}
            />
          )
        }
      </QueryView>
    </section>
  );
}
