import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { TechniqueLink } from '../../attack/technique-link.js';
import { writeRulesAddress } from '../../rule/gap-address.js';
import { Badge } from '../../ui/badge.js';
import { ButtonLink } from '../../ui/button.js';
import { momentOf } from '../../ui/moments.js';
import { QueryView } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { TimeChart } from '../../ui/time-chart.js';
import styles from './account-cards.module.css';
import { ChangedThing } from './changed-thing.js';
import { changeWords } from './words.js';

/** How many gaps and changes a card names. */
const SHOWN = 5;
/** Gaps that are looked through for some that something closes. */
const LOOKED_AT = 25;
const TREND_MS = 90 * 86_400_000;

/** Coverage over the last 90 days, and how far it has moved in them. `withFigure`: what it is now stands above it, where nothing else says it. */
export function Trend({ id, withFigure = false }: { id: string; withFigure?: boolean }) {
  const query = useQuery({
    queryKey: ['snapshots', id],
    queryFn: () =>
      coverageData(
        coverage.GET('/accounts/{id}/coverage/history', { params: { path: { id }, query: { limit: 100 } } }),
      ),
  });
  return (
    <QueryView query={query} lines={6}>
      {({ snapshots }) => {
        const from = Date.now() - TREND_MS;
        const shown = snapshots.filter(({ created_at }) => Date.parse(created_at) >= from).toReversed();
        const [first] = shown;
        const last = shown.at(-1);
        if (first === undefined || last === undefined) return <p>No scan ended in the last 90 days.</p>;
        const moved = Math.round((last.coverage_percent - first.coverage_percent) * 10) / 10;
        return (
          <>
            {withFigure && <strong className={styles.now}>{last.coverage_percent} %</strong>}
            <TimeChart
              height={150}
              label={`Coverage over the last 90 days: from ${first.coverage_percent} % to ${last.coverage_percent} %`}
              points={shown.map((one) => ({
                ...{ id: one.id, at: one.created_at, percent: one.coverage_percent },
                breakBecause: one.counted_anew_because,
              }))}
            />
            <p className="dim">
              {shown.length === 1
                ? 'The next scan shows what has moved.'
                : `${moved === 0 ? 'No change' : `${moved > 0 ? '+' : ''}${moved} points`} since ${momentOf(first.created_at)}.`}{' '}
              <Link to={`/coverage/${id}/history`}>History</Link>
            </p>
          </>
        );
      }}
    </QueryView>
  );
}

/** The gaps worth most of those that something closes, as the next thing to do. `of` names the account where the page is about several. */
export function WorstGaps({ id, of }: { id: string; of?: string }) {
  const query = useQuery({
    queryKey: ['gaps', id, 'worst'],
    queryFn: () =>
      coverageData(
        coverage.GET('/accounts/{id}/coverage/gaps', {
          params: { path: { id }, query: { limit: LOOKED_AT, unknown: false } },
        }),
      ),
  });
  return (
    <section className="card stack">
      <h2>{of === undefined ? 'Close next' : `Close next in ${of}`}</h2>
      <QueryView query={query} lines={9}>
        {({ gaps, total }) =>
          total === 0 ? (
            <p>No gap is open.</p>
          ) : (
            <>
              <ol className={styles.short}>
                {closable(gaps).map((gap) => (
                  <li key={gap.technique_id}>
                    <div className={styles.gap}>
                      <div>
                        <TechniqueLink account={id} technique={gap} />
                        <div className="dim">{gap.closes[0]?.title}</div>
                      </div>
                      <CloseIt account={id} gap={gap} />
                    </div>
                  </li>
                ))}
              </ol>
              <p>
                <Link to={`/coverage/${id}/gaps`}>All {total} gaps</Link>
              </p>
            </>
          )
        }
      </QueryView>
    </section>
  );
}

/** The next step on a gap: the form that writes rules for it, where those close it first; what is to be run or applied otherwise. */
const CloseIt = ({ account, gap }: { account: string; gap: Coverage['Gap'] }) => {
  const { technique_id: id } = gap;
  return gap.closes[0]?.kind === 'rule' ? (
    <ButtonLink to={writeRulesAddress(account, id, gap)} aria-label={`Write rules for ${id}`}>
      Write rules
    </ButtonLink>
  ) : (
    <ButtonLink to={`/coverage/${account}/techniques/${id}`} aria-label={`How to close ${id}`}>
      How to
    </ButtonLink>
  );
};

const closable = (gaps: readonly Coverage['Gap'][]): readonly Coverage['Gap'][] =>
  gaps.filter(({ closes }) => closes.length > 0).slice(0, SHOWN);

const Moved = ({ change }: { change: Coverage['Change'] }) => {
  const { from, to } = changeWords(change);
  return `${from} → ${to}`;
};

/** What became worse last. `since`, in milliseconds: when the reader was last here, so that what is new says so. */
export function LatestChanges({ id, since }: { id: string; since?: number }) {
  const query = useQuery({
    queryKey: ['changes', id, 'latest'],
    queryFn: () =>
      coverageData(coverage.GET('/accounts/{id}/changes', { params: { path: { id }, query: { limit: SHOWN } } })),
  });
  return (
    <section className="card stack">
      <h2>What changed</h2>
      <QueryView query={query} lines={2}>
        {({ changes, total }) =>
          total === 0 ? (
            <p>Nothing became worse since the first scan.</p>
          ) : (
            <>
              <ul className={styles.short}>
                {changes.map((one) => (
                  <li key={one.id}>
                    <ChangedThing account={id} change={one} />: <Moved change={one} />{' '}
                    <span className="dim">
                      <Time at={one.at} relative />
                    </span>{' '}
                    {since !== undefined && Date.parse(one.at) > since && <Badge kind="warn">new</Badge>}
                  </li>
                ))}
              </ul>
              <p>
                <Link to={`/coverage/${id}/changes`}>All {total} changes</Link>
              </p>
            </>
          )
        }
      </QueryView>
    </section>
  );
}
