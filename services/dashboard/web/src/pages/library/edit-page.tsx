import { useNavigate } from 'react-router';
import { ruleAddress } from '../../rule/rule-address.js';
import { RuleEditor } from '../../rule/rule-editor.js';
import { QueryView } from '../../ui/states.js';
import { useTitle } from '../../ui/title.js';
import { useRule } from './rule-queries.js';

/** A rule's text, checked and converted while it is typed. Saving makes a new version. */
export function Component() {
  useTitle('Edit');
  const navigate = useNavigate();
  const query = useRule();
  // The editor keeps what it began with: a version that somebody else saves meanwhile must not take the place of what is typed.
  return (
    <QueryView query={query}>
      {(rule) => <RuleEditor key={ruleAddress(rule)} rule={rule} onSaved={() => void navigate(ruleAddress(rule))} />}
    </QueryView>
  );
}
