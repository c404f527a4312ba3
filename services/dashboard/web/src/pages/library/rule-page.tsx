import { Link } from 'react-router';
import type { Rules } from '../../api/clients.js';
import { DecisionLine } from '../../rule/decision-line.js';
import { type Queries, QueriesFor } from '../../rule/queries-for.js';
import { reportAddress } from '../../rule/report-address.js';
import { RuleFacts, TestEvents } from '../../rule/rule-facts.js';
import { RuleTexts } from '../../rule/rule-texts.js';
import { changesQueries, exportQuery, useSettings } from '../../siems/settings.js';
import { QueryView } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { useTitle } from '../../ui/title.js';
import { InSiems } from './in-siems.js';
import { useRule } from './rule-queries.js';

/** The rule's texts; its queries for the data of the reader's SIEMs, where they have said where that is. */
function Texts({ rule }: { rule: Rules['Rule'] }) {
  const [settings] = useSettings();
  const texts = ({ conversions, errors = {}, notes }: Queries) => (
    <RuleTexts
      yaml={rule.yaml}
      conversions={conversions}
      notes={notes}
      errors={errors}
      ruleKey={rule.ruleKey}
      exportQuery={(backend) => {
        const query = exportQuery(settings, backend);
        query.set('owner', rule.owner);
        return query;
      }}
      fileStem={rule.title
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .slice(0, 60)}
    />
  );
  return changesQueries(settings) ? (
    <QueriesFor ruleKey={rule.ruleKey} yaml={rule.yaml} settings={settings}>
      {texts}
    </QueriesFor>
  ) : (
    texts(rule)
  );
}

/** A rule as it is now. */
export function Component() {
  useTitle('Rule');
  const query = useRule();
  return (
    <QueryView query={query}>
      {(rule) => (
        <div className="stack">
          {rule.decision !== null && <DecisionLine decision={rule.decision} />}
          <p dir="auto">{rule.description}</p>
          <RuleFacts
            attribution={rule.attribution}
            log={rule.log}
            noise={rule.noise}
            platform={rule.platform}
            techniques={rule.techniques}
          />
          <Texts rule={rule} />
          <TestEvents tests={rule.tests} />
          <InSiems rule={rule} />
          {rule.evidence.length > 0 && (
            <section>
              <h2>Where it comes from</h2>
              <ul>
                {rule.evidence.map((one) => (
                  <li key={one.field + one.value} className="wrap-anywhere">
                    <code>{one.value}</code>{' '}
                    {'quote' in one ? <>from “{one.quote}”</> : <>as Tripline knows the behaviour</>}
                  </li>
                ))}
              </ul>
            </section>
          )}
          {rule.generations.length > 0 && (
            <section>
              <h2>Reports that have it</h2>
              <ul>
                {rule.generations.map(({ createdAt, id, title }) => (
                  <li key={id} className="wrap-anywhere">
                    <Link to={reportAddress(id, rule.ruleKey)}>{title || 'Without a title'}</Link>, read{' '}
                    <Time at={createdAt} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </QueryView>
  );
}
