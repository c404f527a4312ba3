import { Link } from 'react-router';
import type { Rules } from '../../api/clients.js';
import { BACKENDS } from '../../rule/names.js';
import { type Queries, QueriesFor } from '../../rule/queries-for.js';
import { type OwnerKind, ruleAddress } from '../../rule/rule-address.js';
import { type PlacedEvidence, RuleEvidence } from '../../rule/rule-evidence.js';
import { RuleFacts, TestEvents } from '../../rule/rule-facts.js';
import { RuleTexts } from '../../rule/rule-texts.js';
import ruleTextsStyles from '../../rule/rule-texts.module.css';
import { changesQueries, exportQuery, type Settings, useSettings } from '../../rule/settings.js';
import { ButtonLink } from '../../ui/button.js';
import { stemOf } from './file-stem.js';
import ruleListStyles from './rule-list.module.css';

/** All that is known of a generated rule. */
export function RulePanel({
  onShow,
  owner,
  rule,
  shown,
}: {
  rule: Rules['GeneratedRule'];
  /** Whose the report's rules are. */
  owner: OwnerKind;
  shown: Rules['Span'] | undefined;
  onShow?: (evidence: PlacedEvidence) => void;
}) {
  const [settings] = useSettings();
  return (
    <div className={`stack ${ruleListStyles.rulePanel}`}>
      <p>{rule.description}</p>
      <RuleFacts
        attribution={rule.attribution}
        noise={rule.noise}
        platform={rule.platform}
        techniques={rule.techniques}
      />
      <RuleEvidence evidence={rule.evidence} shown={shown} {...(onShow === undefined ? {} : { onShow })} />
      {changesQueries(settings) ? (
        <QueriesFor ruleKey={rule.key} yaml={rule.yaml} settings={settings}>
          {(queries) => <Texts {...{ owner, rule, settings, queries }} />}
        </QueriesFor>
      ) : (
        <Texts {...{ owner, rule, settings }} />
      )}
      <TestEvents tests={rule.tests} />
      {rule.similar.length > 0 && (
        <div>
          <h4>Rules of yours that are alike</h4>
          <ul className={ruleTextsStyles.ruleNotes}>
            {rule.similar.map(({ key, overlap, owner: whose, title }) => (
              <li key={whose + key}>
                <Link to={ruleAddress({ owner: whose, ruleKey: key })}>{title}</Link>, {Math.round(overlap * 100)} % the
                same
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="row">
        <ButtonLink to={ruleAddress({ owner, ruleKey: rule.key })}>Open in the library</ButtonLink>
      </div>
    </div>
  );
}

const Texts = ({
  owner,
  queries,
  rule,
  settings,
}: {
  owner: OwnerKind;
  rule: Rules['GeneratedRule'];
  settings: Settings;
  queries?: Queries;
}) => {
  const { conversions, errors, notes }: Queries = queries ?? rule;
  const { backends } = settings;
  const asked = <T,>(of: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(of).filter(
        ([id]) => backends.length === 0 || BACKENDS.some((b) => b.id === id && backends.includes(b.id)),
      ),
    );
  return (
    <RuleTexts
      yaml={rule.yaml}
      conversions={asked(conversions)}
      notes={notes}
      errors={asked(errors ?? {})}
      ruleKey={rule.key}
      exportQuery={(backend) => {
        const query = exportQuery(settings, backend);
        query.set('owner', owner);
        return query;
      }}
      fileStem={stemOf(rule.title)}
    />
  );
};
