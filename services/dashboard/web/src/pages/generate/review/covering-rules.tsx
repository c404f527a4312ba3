import { Link } from 'react-router';
import type { Rules } from '../../../api/clients.js';
import { ruleAddress } from '../../../rule/rule-address.js';

/** Rules of the library that cover another, as entries of a list. */
export const CoveringRules = ({ rules }: { rules: readonly Rules['CoveringRule'][] }) =>
  rules.map(({ events, owner, ruleId, title }) => (
    <li key={owner + ruleId}>
      <Link to={ruleAddress({ owner, ruleKey: ruleId })}>{title}</Link>, which matches {events} events
    </li>
  ));
