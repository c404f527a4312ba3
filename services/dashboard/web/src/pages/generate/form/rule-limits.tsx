import { useSearchParams } from 'react-router';
import { PLATFORMS, type Platform } from '../../../rule/names.js';
import styles from '../../../siems/settings-form.module.css';
import { Checkbox } from '../../../ui/checkbox.js';
import { TextField } from '../../../ui/field.js';

/** The log sources that the address asks for. */
export function platformsOf(search: URLSearchParams): Platform[] {
  const named = (search.get('platforms') ?? '').split(',');
  return Object.keys(PLATFORMS).filter((platform) => named.includes(platform));
}

/** The logs of no platform that the address asks for. */
export const logsOf = (search: URLSearchParams): string[] =>
  (search.get('logs') ?? '').split(',').filter((id) => id !== '');

/** Which rules are written and how many, as options of a generation. */
export function limitsOf(search: URLSearchParams): object {
  const platforms = platformsOf(search);
  const logs = logsOf(search);
  const confidence = search.get('confidence') ?? '';
  const most = search.get('most') ?? '';
  return {
    ...(platforms.length === 0 ? {} : { targetProviders: platforms }),
    ...(logs.length === 0 ? {} : { targetLogs: logs }),
    ...(search.get('covered') === 'skip' ? { skipCovered: true } : {}),
    ...(confidence === '' ? {} : { minConfidence: Number(confidence) }),
    ...(most === '' ? {} : { maxRules: Number(most) }),
  };
}

/** How sure the engine must be, how many rules it may write, and whether it writes those that the library covers. */
export function RuleLimits() {
  const [search, setSearch] = useSearchParams();
  const put = (name: string, value: string): void =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === '') after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return (
    <div className={styles.settingsFields}>
      <TextField
        label="Minimum confidence"
        inputMode="decimal"
        value={search.get('confidence') ?? ''}
        onChange={(value) => put('confidence', value)}
        help="0 to 1; evidence below it makes no rule."
      />
      <TextField
        label="Most rules"
        inputMode="numeric"
        value={search.get('most') ?? ''}
        onChange={(value) => put('most', value)}
        help="1 to 200."
      />
      <Checkbox isSelected={search.get('covered') === 'skip'} onChange={(isOn) => put('covered', isOn ? 'skip' : '')}>
        Leave out rules that the library covers
      </Checkbox>
    </div>
  );
}
