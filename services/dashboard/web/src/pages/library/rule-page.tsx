import { RuleFacts, TestEvents } from '../../rule/rule-facts.js';
import { RuleTexts } from '../../rule/rule-texts.js';
import { QueryView } from '../../ui/states.js';
import { useTitle } from '../../ui/title.js';
import { useRule } from './rule-queries.js';

/** A rule as it is now. */
export function Component() {
  useTitle('Rule');
  const query = useRule();
  return (
    <QueryView query={query}>
      {(rule) => (
        <div className="stack">
          <p>{rule.description}</p>
          <RuleFacts
            attribution={rule.attribution}
            noise={rule.noise}
            platform={rule.platform}
            techniques={rule.techniques}
          />
          <RuleTexts
            yaml={rule.yaml}
            conversions={rule.conversions}
            notes={rule.notes}
            ruleKey={rule.ruleKey}
            exportQuery={() => new URLSearchParams({ owner: rule.owner })}
            fileStem={rule.title
              .toLowerCase()
              .replace(/[^a-z0-9]+/g, '-')
              .slice(0, 60)}
          />
          <TestEvents tests={rule.tests} />
          {rule.evidence.length > 0 && (
            <section>
              <h2>Where it comes from</h2>
              <ul>
                {rule.evidence.map((one) => (
                  <li key={one.field + one.value} className="wrap-anywhere">
                    <code>{one.value}</code>{' '}
                    {'quote' in one ? <>from “{one.quote}”</> : <>as the behaviour {one.template} has it</>}
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
