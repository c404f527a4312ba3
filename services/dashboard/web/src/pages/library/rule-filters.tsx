import { type ReactNode, useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { LEVELS, type Level, PLATFORMS, type Platform, type RuleState } from '../../rule/names.js';
import type { OwnerKind } from '../../rule/rule-address.js';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/select.js';
import styles from './library.module.css';
import type { RuleCounts } from './rule-counts.js';
import { SearchField } from './search-field.js';

/** What a list of rules may be narrowed to; it stands in the address. */
export interface RuleFilter {
  readonly q?: string;
  readonly platform?: Platform;
  readonly level?: Level;
  readonly state?: RuleState;
  readonly technique?: string;
  readonly owner?: OwnerKind;
}

const STATES: readonly RuleState[] = ['draft', 'accepted', 'rejected', 'deployed'];
const OWNERS: readonly OwnerKind[] = ['user', 'team'];
const ANY = 'any';

/** What the address of a list says besides its filter. */
const NO_FILTERS: readonly string[] = ['sort', 'job', 'preview'];

/** The filter that the address says. */
export function useRuleFilter(): RuleFilter {
  const [search] = useSearchParams();
  const one = <T extends string>(name: string, of: readonly T[]): Record<string, T> => {
    const value = of.find((each) => each === search.get(name));
    return value === undefined ? {} : { [name]: value };
  };
  const text = (name: string): Record<string, string> => (search.get(name) ? { [name]: search.get(name) ?? '' } : {});
  return {
    ...text('q'),
    ...text('technique'),
    ...one('platform', Object.keys(PLATFORMS)),
    ...one('level', LEVELS),
    ...one('state', STATES),
    ...one('owner', OWNERS),
  };
}

/**
 * The fields of the filter, how many rules fit it, and what takes all of it back; `withOwner` where a list may have one's own rules and the team's. `children`
 * stand in the line of the number.
 */
export function RuleFilters({
  children,
  counts,
  moreThanTotal,
  total,
  withOwner = false,
}: {
  total: number | undefined;
  moreThanTotal: boolean;
  /** How many rules there would be with each value; null where that is not known. */
  counts: RuleCounts | null;
  withOwner?: boolean;
  children?: ReactNode;
}) {
  const [search, setSearch] = useSearchParams();
  const set = useCallback(
    (name: string, value: string): void =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === '' || value === ANY) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const look = useCallback((words: string): void => set('q', words), [set]);
  const clear = (): void =>
    setSearch((before) => new URLSearchParams([...before].filter(([name]) => NO_FILTERS.includes(name))), {
      replace: true,
    });
  const technique = search.get('technique');
  return (
    <>
      <Fields counts={counts} look={look} search={search} set={set} withOwner={withOwner} />
      <div className={`row ${styles.found}`}>
        <span role="status">{total !== undefined && counted(total, moreThanTotal)}</span>
        {technique !== null && (
          <Button kind="quiet" onPress={() => set('technique', '')}>
            Technique {technique} ✕
          </Button>
        )}
        {[...search.keys()].some((name) => !NO_FILTERS.includes(name)) && (
          <Button kind="quiet" onPress={clear}>
            Clear
          </Button>
        )}
        {children}
      </div>
    </>
  );
}

const any = { value: ANY, label: 'any' };
const optionOf = (value: string) => ({ value, label: value });
const PLATFORM_OPTIONS = Object.entries(PLATFORMS).map(([value, label]) => ({ value, label }));
const LEVEL_OPTIONS = LEVELS.map(optionOf);
const STATE_OPTIONS = STATES.map(optionOf);

/** Values to choose from, each with how many rules it leaves. */
const counting = (
  counts: RuleCounts[keyof RuleCounts] | undefined,
  options: readonly { readonly value: string; readonly label: string }[],
) =>
  counts === undefined
    ? options
    : options.map(({ label, value }) => ({
        value,
        label: `${label} (${counts.find((one) => one.value === value)?.count ?? 0})`,
      }));

/** What the list can be narrowed to. */
const Fields = ({
  counts,
  look,
  search,
  set,
  withOwner,
}: {
  counts: RuleCounts | null;
  search: URLSearchParams;
  set: (name: string, value: string) => void;
  look: (words: string) => void;
  withOwner: boolean;
}) => (
  <search className="filters">
    <div className={styles.searchField}>
      <SearchField asked={search.get('q') ?? ''} onSearch={look} />
    </div>
    <Select
      label="Log source"
      value={search.get('platform') ?? ANY}
      options={[any, ...counting(counts?.platform, PLATFORM_OPTIONS)]}
      onChange={(value) => set('platform', value)}
    />
    {withOwner && (
      <Select
        label="Owner"
        value={search.get('owner') ?? ANY}
        options={[
          { value: ANY, label: 'made by me', hint: 'alone or in the team' },
          { value: 'user', label: 'mine', hint: 'which nobody else reads' },
          { value: 'team', label: 'the team’s', hint: 'whoever made it' },
        ]}
        onChange={(value) => set('owner', value)}
      />
    )}
    <Select
      label="Level"
      value={search.get('level') ?? ANY}
      options={[any, ...counting(counts?.level, LEVEL_OPTIONS)]}
      onChange={(value) => set('level', value)}
    />
    <Select
      label="State"
      value={search.get('state') ?? ANY}
      options={[any, ...counting(counts?.state, STATE_OPTIONS)]}
      onChange={(value) => set('state', value)}
    />
  </search>
);

const counted = (total: number, more: boolean): string =>
  `${more ? 'more than ' : ''}${total.toLocaleString('en')} ${total === 1 ? 'rule' : 'rules'}`;
