import { createContext, type ReactNode, useContext } from 'react';
import { Link } from 'react-router';
import type { Rules } from '../../../api/clients.js';
import { type SiemCovering, siemRuleAddress, useSiemOverlap } from '../../../rule/in-siems.js';
import ruleTextsStyles from '../../../rule/rule-texts.module.css';

const Covering = createContext<ReadonlyMap<string, readonly SiemCovering[]>>(new Map());

/** Asks which rules of the reader's SIEMs notice what a report's rules do; {@link InSiemsMark} and {@link InSiemsList} show it. */
export const InSiems = ({ children, generation }: { generation: Rules['Generation']; children: ReactNode }) => (
  <Covering value={useSiemOverlap(generation.id, generation.rules)}>{children}</Covering>
);

/** That a SIEM has a rule already which notices the same. */
export const InSiemsMark = ({ ruleKey }: { ruleKey: string }) =>
  useContext(Covering).has(ruleKey) && <span>in a SIEM already</span>;

const FIRES: Readonly<Record<string, string>> = {
  no: ', which never fires there',
  unknown: ', not known to fire there',
};

/** The rules of SIEMs that notice the same as a rule. */
export function InSiemsList({ ruleKey }: { ruleKey: string }) {
  const found = useContext(Covering).get(ruleKey);
  if (found === undefined) return null;
  return (
    <div>
      <h4>In your SIEMs already</h4>
      <ul className={ruleTextsStyles.ruleNotes}>
        {found.map(({ can_fire, name, rule_id, siem_id, siem_name }) => (
          <li key={rule_id}>
            <bdi>{name}</bdi> in <Link to={siemRuleAddress(siem_id, name)}>{siem_name}</Link>
            {FIRES[can_fire]}
          </li>
        ))}
      </ul>
    </div>
  );
}
