import { Link } from 'react-router';
import type { Rules } from '../../../api/clients.js';
import { DecisionLine } from '../../../rule/decision-line.js';
import { stemOf } from '../../../rule/file-stem.js';
import { type Queries, QueriesFor } from '../../../rule/queries-for.js';
import { ruleAddress } from '../../../rule/rule-address.js';
import { RuleEditor } from '../../../rule/rule-editor.js';
import { RuleFacts, TestEvents } from '../../../rule/rule-facts.js';
import { useLibraryRule } from '../../../rule/rule-query.js';
import { RuleTexts } from '../../../rule/rule-texts.js';
import ruleTextsStyles from '../../../rule/rule-texts.module.css';
import { BACKENDS } from '../../../siems/backends.js';
import { changesQueries, exportQuery, type Settings, useSettings } from '../../../siems/settings.js';
import { ButtonLink } from '../../../ui/button.js';
import { QueryView } from '../../../ui/states.js';
import { CoveringRules } from './covering-rules.js';
import { InSiemsList } from './in-siems.js';
import { RejectForm } from './reject-form.js';
import { type PlacedEvidence, RuleEvidence } from './rule-evidence.js';
import ruleListStyles from './rule-list.module.css';
import type { RuleVerbs, Task } from './rule-verbs.js';
import type { ReportRule } from './standing.js';
import { Verb } from './verbs.js';

/** What a rule says, in the report's version or in the newest one. */
type ContentOfRule = Omit<ReportRule, 'newest' | 'similar' | 'coveredBy' | 'conversions' | 'notes'> &
  Pick<Rules['Rule'], 'conversions' | 'notes'>;

/** All that is known of a rule of a report, and what can be done with it. */
export function RulePanel({
  onShow,
  rule,
  shown,
  task,
  verbs,
}: {
  rule: ReportRule;
  shown: Rules['Span'] | undefined;
  /** What the rule is asked now. */
  task: Task['kind'] | undefined;
  verbs: RuleVerbs;
  onShow?: (evidence: PlacedEvidence) => void;
}) {
  return (
    <div className={`stack ${ruleListStyles.rulePanel}`}>
      <div className="row">
        <Verb label="Accept" keyName="A" isPressed={rule.state === 'accepted'} onPress={() => verbs.accept(rule)} />
        <Verb label="Reject" keyName="R" isPressed={rule.state === 'rejected'} onPress={() => verbs.reject(rule)} />
        <Verb label="Edit" keyName="E" onPress={() => verbs.edit(rule)} />
        {rule.state !== 'draft' && <Verb label="Undo" keyName="U" onPress={() => verbs.undo(rule)} />}
      </div>
      {task === 'reject' && (
        <RejectForm
          rule={rule}
          onCancel={verbs.leaveTask}
          onReject={(reason) => verbs.decide(rule, { state: 'rejected', reason })}
        />
      )}
      {rule.decision !== null && <DecisionLine decision={rule.decision} />}
      {task === 'edit' ? (
        <EditInPlace rule={rule} onLeave={verbs.leaveTask} />
      ) : rule.newest === null ? (
        <RuleContent rule={rule} shown={shown} onShow={onShow} />
      ) : (
        <Edited rule={rule} shown={shown} onShow={onShow} />
      )}
      <CoveredBy rules={rule.coveredBy} />
      <InSiemsList ruleKey={rule.key} />
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
        <ButtonLink to={ruleAddress({ owner: rule.owner, ruleKey: rule.key })}>Open in the library</ButtonLink>
      </div>
    </div>
  );
}

/** The rules of the library that notice the same, by their events. */
function CoveredBy({ rules }: { rules: ReportRule['coveredBy'] }) {
  if (rules.length === 0) return null;
  return (
    <div>
      <h4>Already covered by</h4>
      <ul className={ruleTextsStyles.ruleNotes}>
        <CoveringRules rules={rules} />
      </ul>
    </div>
  );
}

function EditInPlace({ onLeave, rule }: { rule: ReportRule; onLeave: () => void }) {
  const query = useLibraryRule(rule.owner, rule.key);
  return (
    <QueryView query={query} lines={8}>
      {(kept) => <RuleEditor rule={kept} onSaved={onLeave} onClose={onLeave} />}
    </QueryView>
  );
}

interface EvidenceProps {
  readonly shown: Rules['Span'] | undefined;
  readonly onShow: ((evidence: PlacedEvidence) => void) | undefined;
}

/** A rule that was edited: what the library has of it now. */
function Edited({ rule, ...rest }: EvidenceProps & { rule: ReportRule }) {
  const query = useLibraryRule(rule.owner, rule.key);
  return (
    <QueryView query={query} lines={8}>
      {(kept) => (
        <>
          <p className="dim">
            Edited: this is its newest version.{' '}
            <Link to={`${ruleAddress({ owner: rule.owner, ruleKey: rule.key })}/versions`}>Compare the versions</Link>
          </p>
          <RuleContent rule={{ ...kept, key: rule.key }} {...rest} />
        </>
      )}
    </QueryView>
  );
}

function RuleContent({ onShow, rule, shown }: EvidenceProps & { rule: ContentOfRule }) {
  const [settings] = useSettings();
  return (
    <>
      <p dir="auto">{rule.description}</p>
      <RuleFacts
        attribution={rule.attribution}
        log={rule.log}
        noise={rule.noise}
        platform={rule.platform}
        techniques={rule.techniques}
      />
      <RuleEvidence evidence={rule.evidence} shown={shown} {...(onShow === undefined ? {} : { onShow })} />
      {changesQueries(settings) ? (
        <QueriesFor ruleKey={rule.key} yaml={rule.yaml} settings={settings}>
          {(queries) => <Texts {...{ rule, settings, queries }} />}
        </QueriesFor>
      ) : (
        <Texts {...{ rule, settings }} />
      )}
      <TestEvents tests={rule.tests} />
    </>
  );
}

const Texts = ({ queries, rule, settings }: { rule: ContentOfRule; settings: Settings; queries?: Queries }) => {
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
        query.set('owner', rule.owner);
        return query;
      }}
      fileStem={stemOf(rule.title)}
    />
  );
};
