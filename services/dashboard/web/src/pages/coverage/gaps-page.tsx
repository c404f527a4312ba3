import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type Coverage, coverage, coverageData, download, rules, rulesData } from '../../api/clients.js';
import { entryFor } from '../../api/open-list.js';
import { TechniqueLink } from '../../attack/technique-link.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Checkbox } from '../../ui/checkbox.js';
import { Select } from '../../ui/select.js';
import { Empty, ErrorNotice, QueryView } from '../../ui/states.js';
import { Pager } from '../../ui/table.js';
import { useTitle } from '../../ui/title.js';
import { useAccountId } from '../accounts/account-queries.js';
import styles from './coverage.module.css';
import { GapClosesShort } from './gap-closes.js';
import { GapRuleCount } from './gap-rules.js';

const LIMIT = 25;
const KINDS = { critical: 'bad', high: 'bad', medium: 'warn', low: 'info' } as const;
type Priority = Coverage['Gap']['priority'];

/** What an account would not notice, the worst first, and rules for it. */
export function Component() {
  useTitle('Gaps');
  const id = useAccountId();
  const [search, setSearch] = useSearchParams();
  const [failure, setFailure] = useState<unknown>();
  const offset = Number(search.get('offset')) || 0;
  const priority = (['critical', 'high', 'medium', 'low'] as const).find((one) => one === search.get('priority'));
  const filter = filterOf(search, priority);
  const query = useGaps(id, filter, offset);
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    next.delete('offset');
    setSearch(next, { replace: true });
  };
  const csv = (): void => {
    setFailure(undefined);
    downloadAll(id, filter).catch(setFailure);
  };
  return (
    <div className="stack">
      <Filters priority={priority} get={(name) => search.get(name)} set={set}>
        <Button onPress={csv}>Download CSV</Button>
      </Filters>
      {failure !== undefined && <ErrorNotice error={failure} />}
      <QueryView query={query} lines={12}>
        {({ gaps, total, unknown }) =>
          total === 0 ? (
            <Empty title="No gap">
              No technique fits these filters that the account would not notice. {leftOut(unknown)}
            </Empty>
          ) : (
            <>
              <p role="status" className="dim">
                {total} techniques, the worst first. {leftOut(search.get('unknown') === 'yes' ? 0 : unknown)}
              </p>
              <ol className={styles.gapList} start={offset + 1}>
                {gaps.map((gap) => (
                  <li key={gap.technique_id} className="card">
                    <Gap account={id} gap={gap} />
                  </li>
                ))}
              </ol>
              <Pager
                offset={offset}
                limit={LIMIT}
                total={total}
                onOffset={(next) => setSearch(withOffset(search, next))}
              />
            </>
          )
        }
      </QueryView>
    </div>
  );
}

const withOffset = (search: URLSearchParams, offset: number): URLSearchParams =>
  new URLSearchParams([...[...search].filter(([name]) => name !== 'offset'), ['offset', String(offset)]]);

/** What the address narrows the list to, as the API takes it. */
const filterOf = (search: URLSearchParams, priority: Priority | undefined) => ({
  ...(priority === undefined ? {} : { priority }),
  ...(search.get('partial') === 'yes' ? { include_partial: true } : {}),
  ...(search.get('actors') === 'chosen' ? { actor: 'chosen' } : {}),
  // What could not be looked into is no gap.
  ...(search.get('unknown') === 'yes' ? {} : { unknown: false }),
});

/** Downloads all that fits the filter as CSV. */
const downloadAll = (id: string, filter: ReturnType<typeof filterOf>) => {
  const query = Object.entries({ ...filter, format: 'csv' }).map(([name, value]) => [name, String(value)]);
  return download(`/api/v1/public/accounts/${id}/coverage/gaps?${new URLSearchParams(query)}`);
};

const useGaps = (id: string, filter: ReturnType<typeof filterOf>, offset: number) =>
  useQuery({
    queryKey: ['gaps', id, filter, offset],
    placeholderData: keepPreviousData,
    queryFn: () =>
      coverageData(
        coverage.GET('/accounts/{id}/coverage/gaps', {
          params: { path: { id }, query: { ...filter, limit: LIMIT, offset } },
        }),
      ),
  });

/** The fields that narrow the list. */
const Filters = ({
  children,
  get,
  priority,
  set,
}: {
  priority: Priority | undefined;
  get: (name: string) => string | null;
  set: (name: string, value: string) => void;
  children: ReactNode;
}) => (
  <search className="filters">
    <Select<Priority | 'any'>
      label="Priority"
      value={priority ?? 'any'}
      options={[
        { value: 'any', label: 'any' },
        { value: 'critical', label: 'critical' },
        { value: 'high', label: 'high' },
        { value: 'medium', label: 'medium' },
        { value: 'low', label: 'low' },
      ]}
      onChange={(value) => set('priority', value === 'any' ? '' : value)}
    />
    <Checkbox isSelected={get('partial') === 'yes'} onChange={(on) => set('partial', on ? 'yes' : '')}>
      Also what is partly covered
    </Checkbox>
    <Checkbox isSelected={get('unknown') === 'yes'} onChange={(on) => set('unknown', on ? 'yes' : '')}>
      Also what is unknown
    </Checkbox>
    <Checkbox isSelected={get('actors') === 'chosen'} onChange={(on) => set('actors', on ? 'chosen' : '')}>
      Only what your actors use
    </Checkbox>
    {children}
  </search>
);

/** How many techniques are not listed, since they may be no gaps. */
const leftOut = (unknown: number): string =>
  unknown === 0 ? '' : `${unknown} more are unknown: something that may notice them could not be read.`;

const Gap = ({ account, gap }: { account: string; gap: Coverage['Gap'] }) => (
  <article className="stack">
    <div className={styles.gapHead}>
      <div>
        <h2>
          <TechniqueLink account={account} technique={gap} />
        </h2>
        <div className="row">
          <Badge kind={entryFor(KINDS, gap.priority) ?? 'plain'}>{gap.priority}</Badge>
          {gap.status === 'partial' && <Badge>partly covered</Badge>}
          {gap.unverified && <Badge kind="warn">{gap.status === 'uncovered' ? 'unknown' : 'not certain'}</Badge>}
          {gap.used_in_wild && <Badge kind="bad">seen in incidents</Badge>}
          {gap.actors.map(({ id, name }) => (
            <Badge key={id} kind="info">
              {name}
            </Badge>
          ))}
        </div>
      </div>
      <GenerateButton gap={gap} />
    </div>
    <ul className={styles.plainList}>
      {gap.reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
    <GapClosesShort account={account} gap={gap} />
    <GapRuleCount account={account} gap={gap} />
    {gap.suggested_detections.length > 0 && (
      <details>
        <summary>What would notice it</summary>
        <ul className={styles.plainList}>
          {gap.suggested_detections.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </details>
    )}
  </article>
);

/** Writes rules for a gap, and leads to them. */
export function GenerateButton({
  gap,
}: {
  gap: Pick<Coverage['Gap'], 'generate' | 'generate_reason' | 'technique_id'>;
}) {
  const navigate = useNavigate();
  const body = gap.generate;
  const generate = useMutation({
    mutationFn: async () => {
      if (body === null) throw new Error('There is no rule for this gap.');
      return rulesData(rules.POST('/v1/generate', { body }));
    },
    onSuccess: ({ id }) => navigate(`/reports/${id}`),
  });
  if (body === null) return <p className="dim">No rule can be written: {gap.generate_reason}</p>;
  return (
    <div className="stack">
      <Button
        kind="main"
        pending={generate.isPending}
        onPress={() => generate.mutate()}
        aria-label={`Generate rules for ${gap.technique_id}`}
      >
        Generate rules
      </Button>
      {generate.isError && <ErrorNotice error={generate.error} />}
    </div>
  );
}
