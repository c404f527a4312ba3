import { useSearchParams } from 'react-router';
import { LEVELS, type Level, PLATFORMS, type Platform, type RuleState } from '../../rule/names.js';
import { TextField } from '../../ui/field.js';
import { Select } from '../../ui/select.js';

/** What a list of rules may be narrowed to; it stands in the address. */
export interface RuleFilter {
  readonly q?: string;
  readonly platform?: Platform;
  readonly level?: Level;
  readonly state?: RuleState;
  readonly technique?: string;
}

const STATES: readonly RuleState[] = ['draft', 'accepted', 'rejected', 'deployed'];
const ANY = 'any';

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
    ...one('platform', Object.keys(PLATFORMS) as Platform[]),
    ...one('level', LEVELS),
    ...one('state', STATES),
  };
}

/** The fields of the filter. */
export function RuleFilters() {
  const [search, setSearch] = useSearchParams();
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(search);
    if (value === '' || value === ANY) next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  };
  const any = { value: ANY, label: 'any' };
  return (
    <search className="filters">
      <TextField
        label="Words in it"
        type="search"
        value={search.get('q') ?? ''}
        onChange={(value) => set('q', value)}
      />
      <Select
        label="Log source"
        value={search.get('platform') ?? ANY}
        options={[any, ...Object.entries(PLATFORMS).map(([value, label]) => ({ value, label }))]}
        onChange={(value) => set('platform', value)}
      />
      <Select
        label="Level"
        value={search.get('level') ?? ANY}
        options={[any, ...LEVELS.map((value) => ({ value: value as string, label: value }))]}
        onChange={(value) => set('level', value)}
      />
      <Select
        label="State"
        value={search.get('state') ?? ANY}
        options={[any, ...STATES.map((value) => ({ value: value as string, label: value }))]}
        onChange={(value) => set('state', value)}
      />
      <TextField
        label="Technique"
        placeholder="T1059"
        value={search.get('technique') ?? ''}
        onChange={(value) => set('technique', value.trim())}
      />
    </search>
  );
}
