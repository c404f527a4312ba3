import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Coverage, coverage, coverageData, download } from '../../api/clients.js';
import { TechniqueNames } from '../../attack/technique-name.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import { Empty, ErrorNotice, Notice, QueryView } from '../../ui/states.js';
import { type Column, Pager, Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import styles from './siems.module.css';
import { CanFireBadge, canFireWords, fireReason, readWords } from './words.js';

const SIZE = 50;
const ANY = 'any';

const COLUMNS: readonly Column<Coverage['SiemRule']>[] = [
  {
    id: 'name',
    title: 'Rule',
    cell: ({ name, place }) => (
      <div className={styles.rule}>
        <span className="wrap-anywhere">{name}</span>
        <div className="dim wrap-anywhere">{place}</div>
      </div>
    ),
  },
  {
    id: 'state',
    title: 'State',
    cell: ({ can_fire, held_back, reason, reason_detail }) => (
      <>
        <CanFireBadge answer={can_fire} />
        {reason !== null && <div className="dim">{fireReason(reason)}</div>}
        {reason_detail !== null && <div className="dim wrap-anywhere">{reason_detail}</div>}
        {held_back.map((text) => (
          <div key={text} className="dim wrap-anywhere">
            Held back: {text}.
          </div>
        ))}
      </>
    ),
  },
  {
    id: 'techniques',
    title: 'Techniques',
    cell: ({ techniques }) => {
      const [known, claimed] = [false, true].map((isClaimed) =>
        techniques.filter(({ basis }) => (basis === 'claimed') === isClaimed).map(({ technique_id }) => technique_id),
      );
      return (
        <>
          <TechniqueNames ids={known ?? []} short />
          {claimed !== undefined && claimed.length > 0 && (
            <div className="dim">
              By tag alone: <TechniqueNames ids={claimed} short />
            </div>
          )}
        </>
      );
    },
  },
  {
    id: 'read',
    title: 'Query read',
    wideOnly: true,
    cell: ({ outdated, read, unread }) => (
      <>
        {readWords(read)}
        {outdated.map(({ name, now }) => (
          <div key={name} className="dim wrap-anywhere">
            {name} is {now} now.
          </div>
        ))}
        {unread.slice(0, 3).map(({ text, why }) => (
          <div key={`${text} ${why}`} className="dim wrap-anywhere">
            {why}
          </div>
        ))}
      </>
    ),
  },
  {
    id: 'run',
    title: 'Last run',
    wideOnly: true,
    cell: ({ last_run_at }) => (last_run_at === null ? 'not told' : <Time at={last_run_at} relative />),
  },
  {
    id: 'alert',
    title: 'Last alert',
    wideOnly: true,
    cell: ({ last_alert_at }) => (last_alert_at === null ? 'not told' : <Time at={last_alert_at} relative />),
  },
];

/** The rules of a SIEM, with filters that stand in the address. */
export function RulesSection({ siem }: { siem: Coverage['Siem'] }) {
  const [search, setSearch] = useSearchParams();
  const [failure, setFailure] = useState<unknown>();
  const page = Number(search.get('page')) || 1;
  const filter = filterOf(search);
  const query = useQuery({
    queryKey: ['siems', siem.id, 'rules', filter, page],
    placeholderData: keepPreviousData,
    queryFn: () =>
      coverageData(
        // The address may hold anything; the service says what it does not take.
        coverage.GET('/siems/{id}/rules', {
          params: { path: { id: siem.id }, query: { ...filter, page, page_size: SIZE } },
        }),
      ),
  });
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(search);
    next.delete('page');
    if (value === '' || value === ANY) next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  };
  const csv = (): void => {
    setFailure(undefined);
    const wanted = new URLSearchParams({ ...filter, format: 'csv' });
    download(`/api/v1/public/siems/${siem.id}/rules?${wanted}`).catch(setFailure);
  };
  if (siem.rules.total === 0)
    return (
      <Empty title="No rule yet">
        Import the file that the SIEM exports{siem.connection === null ? '' : ', or look for changes by its connection'}
        : which of its rules could fire, and on which techniques, is shown here.
      </Empty>
    );
  return (
    <section className="stack" aria-labelledby="rules">
      <h2 id="rules">Rules</h2>
      <p className="dim">
        {siem.rules.total} {siem.rules.total === 1 ? 'rule' : 'rules'}: {siem.rules.can_fire} can fire,{' '}
        {siem.rules.never_fires} never {siem.rules.never_fires === 1 ? 'fires' : 'fire'}, {siem.rules.unknown}{' '}
        {siem.rules.unknown === 1 ? 'is' : 'are'} not known.
      </p>
      {siem.account_ids.length === 0 && (
        <Notice kind="warn">
          No cloud account feeds this SIEM, so nobody knows what its rules see, and they close no gap. Choose under
          “Accounts” those that send it their logs.
        </Notice>
      )}
      <search className="filters">
        <TextField label="Name contains" type="search" value={filter.q ?? ''} onChange={(value) => set('q', value)} />
        {FACETS.map(({ label, name, words }) => (
          <Select
            key={name}
            label={label}
            value={filter[name] ?? ANY}
            options={optionsOf(query.data?.counts[name] ?? [], filter[name], words)}
            onChange={(value) => set(name, value)}
          />
        ))}
        <Button onPress={csv}>Download CSV</Button>
      </search>
      {failure !== undefined && <ErrorNotice error={failure} />}
      <QueryView query={query} lines={8}>
        {({ rules, total }) =>
          total === 0 ? (
            <Empty title="No rule fits these filters" />
          ) : (
            <>
              <Table label="Rules of the SIEM" rows={rules} rowKey={({ id }) => id} columns={COLUMNS} />
              <Pager
                offset={(page - 1) * SIZE}
                limit={SIZE}
                total={total}
                onOffset={(offset) => set('page', String(offset / SIZE + 1))}
              />
            </>
          )
        }
      </QueryView>
    </section>
  );
}

type Filter = { q?: string } & { [Name in 'can_fire' | 'reason' | 'read']?: string };

/** What the list is narrowed by, beside the name. */
const FACETS = [
  { name: 'can_fire', label: 'State', words: canFireWords },
  { name: 'reason', label: 'Why it cannot fire', words: fireReason },
  { name: 'read', label: 'Query read', words: readWords },
] as const;

/** The values that rules of the list have, each with how many. One that is chosen stays, whatever else narrows the list. */
function optionsOf(
  counts: readonly { readonly value: string; readonly total: number }[],
  chosen: string | undefined,
  words: (value: string) => string,
) {
  const missing =
    chosen === undefined || counts.some(({ value }) => value === chosen) ? [] : [{ value: chosen, total: 0 }];
  return [
    { value: ANY, label: 'any' },
    ...[...counts, ...missing].map(({ total, value }) => ({ value, label: `${words(value)} (${total})` })),
  ];
}

/** What the address narrows the list to. */
const filterOf = (search: URLSearchParams): Filter =>
  Object.fromEntries(
    (['q', 'can_fire', 'reason', 'read'] as const).flatMap((name) => {
      const value = search.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );
