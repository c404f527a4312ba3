import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Rules, rules, rulesData } from '../../api/clients.js';
import { LevelBadge, StateBadge } from '../../rule/level-badge.js';
import { type OwnerKind, ruleAddress } from '../../rule/rule-address.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Checkbox } from '../../ui/checkbox.js';
import { Page } from '../../ui/page.js';
import { Empty, ErrorNotice, Notice, QueryView } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { say } from '../../ui/toast.js';
import { ConfirmMany } from './confirm-many.js';
import styles from './library.module.css';
import { number, rulesInWords } from './numbers.js';
import { LISTED_TITLES } from './rule-selection.js';

const LIMIT = 50;
/** Most keys of one call. */
const RESTORED_AT_ONCE = 500;
const DELETED_AT_ONCE = 100;

type DeletedRule = Rules['DeletedRule'];

/** What was deleted in the last 30 days, to be restored or deleted for good. */
export function Component() {
  const query = useInfiniteQuery({
    queryKey: ['rules', 'bin'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rulesData(
        rules.GET('/v1/rules/bin', {
          params: { query: { limit: LIMIT, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => ({ rows: pages.flatMap((page) => page.rules), total: pages.at(-1)?.total ?? 0 }),
  });
  return (
    <Page
      title="Bin"
      about="Deleted rules stay here for 30 days. They count no bytes, and nothing finds them."
      actions={<ButtonLink to="/rules">Library</ButtonLink>}
    >
      <QueryView query={query} lines={8}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <Empty title="The bin is empty">Rules that you delete can be restored from here for 30 days.</Empty>
          ) : (
            <>
              <DeletedRules rows={rows} total={total} />
              {query.hasNextPage && (
                <Button pending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
                  Show more
                </Button>
              )}
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

const COLUMNS: readonly Column<DeletedRule>[] = [
  {
    id: 'title',
    title: 'Rule',
    cell: ({ source, title }) => (
      <>
        <span className="wrap-anywhere" dir="auto">
          {title}
        </span>
        <div className={`dim ${styles.ruleSource}`} dir="auto">
          {source.title}
        </div>
      </>
    ),
  },
  { id: 'level', title: 'Level', wideOnly: true, cell: ({ level }) => <LevelBadge level={level} /> },
  { id: 'state', title: 'State', wideOnly: true, cell: ({ state }) => <StateBadge state={state} /> },
  {
    id: 'by',
    title: 'Deleted by',
    wideOnly: true,
    cell: ({ deletedBy }) => deletedBy.email ?? 'an account that was deleted',
  },
  { id: 'deleted', title: 'Deleted', cell: ({ deletedAt }) => <Time at={deletedAt} relative /> },
  { id: 'gone', title: 'Gone for good', wideOnly: true, cell: ({ goneAt }) => <Time at={goneAt} /> },
];

/** The boxes before the rules, and the one for all that are shown. */
function selectColumn(
  rows: readonly DeletedRule[],
  addresses: ReadonlySet<string>,
  choose: (addresses: ReadonlySet<string>) => void,
): Column<DeletedRule> {
  const every = rows.every((rule) => addresses.has(ruleAddress(rule)));
  const some = rows.some((rule) => addresses.has(ruleAddress(rule)));
  const toggle = (address: string, on: boolean): void => {
    const next = new Set(addresses);
    if (on) next.add(address);
    else next.delete(address);
    choose(next);
  };
  return {
    id: 'select',
    title: (
      <Checkbox
        aria-label="Select all that are shown"
        isSelected={every}
        isIndeterminate={some && !every}
        onChange={(on) => choose(new Set(on ? rows.map(ruleAddress) : []))}
      />
    ),
    cell: (rule) => (
      <Checkbox
        aria-label={`Select ${rule.title}`}
        isSelected={addresses.has(ruleAddress(rule))}
        onChange={(on) => toggle(ruleAddress(rule), on)}
      />
    ),
  };
}

function DeletedRules({ rows, total }: { rows: readonly DeletedRule[]; total: number }) {
  const [addresses, setAddresses] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<'chosen' | 'all'>();
  const chosen = rows.filter((rule) => addresses.has(ruleAddress(rule)));
  const restore = useRestore(chosen, () => setAddresses(new Set()));
  const remove = useDeletion(chosen, () => setAddresses(new Set()));
  const doomed = asking === 'all' ? { rules: rows, count: total } : { rules: chosen, count: chosen.length };
  return (
    <>
      <div className="row">
        <span role="status">
          {chosen.length === 0 ? `${rulesInWords(total)} in the bin` : `${number(chosen.length)} selected`}
        </span>
        <Button isDisabled={chosen.length === 0} pending={restore.isPending} onPress={() => restore.mutate()}>
          Restore
        </Button>
        <Button kind="danger" isDisabled={chosen.length === 0} onPress={() => setAsking('chosen')}>
          Delete for good
        </Button>
        <Button kind="danger" onPress={() => setAsking('all')}>
          Empty the bin
        </Button>
      </div>
      {restore.isError && <ErrorNotice error={restore.error} />}
      <NotRestored titles={restore.data?.taken ?? []} />
      {asking !== undefined && (
        <ConfirmMany
          selection={{ count: doomed.count, titles: doomed.rules.slice(0, LISTED_TITLES).map(({ title }) => title) }}
          title={`Delete ${rulesInWords(doomed.count)} for good?`}
          confirm="Delete for good"
          work={() => remove.mutateAsync(asking)}
          onClose={() => setAsking(undefined)}
        >
          This cannot be undone. All their versions go with them.
        </ConfirmMany>
      )}
      <Table
        label="Deleted rules"
        rows={rows}
        rowKey={(rule) => ruleAddress(rule) + rule.deletedAt}
        columns={[selectColumn(rows, addresses, setAddresses), ...COLUMNS]}
      />
    </>
  );
}

/** Brings chosen rules back into the library; says which stayed. */
const useRestore = (chosen: readonly DeletedRule[], onDone: () => void) =>
  useMutation({
    mutationFn: async () => {
      let restored = 0;
      const taken: string[] = [];
      for (const body of portions(chosen, RESTORED_AT_ONCE)) {
        const answer = await rulesData(rules.POST('/v1/rules/bin/restore', { body }));
        restored += answer.restored;
        taken.push(...answer.notRestored.map(({ title }) => title));
      }
      return { restored, taken };
    },
    onSuccess: ({ restored }) => {
      say(`${rulesInWords(restored)} ${restored === 1 ? 'is' : 'are'} back in the library.`);
      onDone();
    },
  });

/** Deletes the chosen rules for good, or all. */
const useDeletion = (chosen: readonly DeletedRule[], onDone: () => void) =>
  useMutation({
    mutationFn: async (which: 'chosen' | 'all') => {
      if (which === 'all') {
        await rulesData(rules.DELETE('/v1/rules/bin', { params: { query: { all: true } } }));
        return;
      }
      for (const { owner, ruleKeys } of portions(chosen, DELETED_AT_ONCE))
        await rulesData(rules.DELETE('/v1/rules/bin', { params: { query: { ruleKeys: ruleKeys.join(','), owner } } }));
    },
    onSuccess: onDone,
  });

const NotRestored = ({ titles }: { titles: readonly string[] }) =>
  titles.length === 0 ? null : (
    <Notice kind="warn">
      <p>
        {rulesInWords(titles.length)} stayed here, since the library has another rule of the same key:{' '}
        {titles.slice(0, LISTED_TITLES).join(', ')}
      </p>
    </Notice>
  );

/** The keys of the rules in portions of one owner each: one's own and the team's may have the same key. */
function* portions(chosen: readonly DeletedRule[], size: number): Generator<{ owner: OwnerKind; ruleKeys: string[] }> {
  for (const owner of ['user', 'team'] as const) {
    const keys = [...new Set(chosen.filter((rule) => rule.owner === owner).map(({ ruleKey }) => ruleKey))];
    for (let from = 0; from < keys.length; from += size) yield { owner, ruleKeys: keys.slice(from, from + size) };
  }
}
