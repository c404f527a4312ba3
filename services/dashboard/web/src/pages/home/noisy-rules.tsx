import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { rules, rulesData } from '../../api/clients.js';
import { ruleAddress } from '../../rule/rule-address.js';
import { Badge } from '../../ui/badge.js';
import styles from './home.module.css';
import { useLastVisit } from './last-visit.js';

/** Rules that changed last, of which the noisy ones are told. */
const LOOKED_AT = 50;
/** Rules that are named. */
const SHOWN = 5;

/** The rules that came or changed since the reader was here, and that match recordings of everyday work; nothing where there is none. */
export function NoisyRules() {
  const since = useLastVisit();
  const { data } = useQuery({
    queryKey: ['rules', 'noisy'],
    enabled: since !== undefined,
    queryFn: () =>
      rulesData(rules.GET('/v1/rules', { params: { query: { sort: '-updated', limit: LOOKED_AT, measures: true } } })),
  });
  const noisy = (data?.rules ?? [])
    .filter(({ updatedAt }) => since !== undefined && Date.parse(updatedAt) > since)
    .flatMap((rule) => (rule.noise && rule.noise.recordings > 0 ? [{ ...rule, noise: rule.noise }] : []));
  if (noisy.length === 0) return null;
  return (
    <section className="card stack">
      <h2>Newly noisy rules</h2>
      <p className="dim">They came or changed since you were here, and match recordings of everyday work.</p>
      <ul className={styles.list}>
        {noisy.slice(0, SHOWN).map((rule) => (
          <li key={ruleAddress(rule)}>
            <Link to={ruleAddress(rule)} className="wrap-anywhere" dir="auto">
              {rule.title}
            </Link>
            <span className={`dim ${styles.aside}`}>
              <Badge kind="warn">
                {rule.noise.recordings} of {rule.noise.of} recordings
              </Badge>
            </span>
          </li>
        ))}
      </ul>
      {noisy.length > SHOWN && (
        <p>
          <Link to="/rules?sort=-updated">{noisy.length} of the rules that changed last</Link>
        </p>
      )}
    </section>
  );
}
