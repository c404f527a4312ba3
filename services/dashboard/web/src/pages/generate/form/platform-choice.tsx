import { useSearchParams } from 'react-router';
import { useLogSources } from '../../../rule/logs.js';
import { type Platform, platformName } from '../../../rule/names.js';
import { CheckboxGroup } from '../../../ui/checkbox-group.js';
import { ErrorNotice, Loading } from '../../../ui/states.js';
import { logsOf, platformsOf } from './rule-limits.js';

/** For which log sources rules are written; the address keeps it. */
export function PlatformChoice() {
  const [search, setSearch] = useSearchParams();
  const { data, error } = useLogSources();
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return <Loading lines={3} />;
  const put = (name: string, next: readonly string[]): void =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (next.length === 0) after.delete(name);
        else after.set(name, next.join(','));
        return after;
      },
      { replace: true },
    );
  const chosen = platformsOf(search);
  const others = data.logs.filter(({ platform }) => platform === null);
  return (
    <>
      <CheckboxGroup<Platform>
        label="Log sources"
        help="None ticked: all that the advisory shows something for."
        value={chosen}
        options={data.platforms.map(({ id }) => ({ value: id, label: platformName(id) }))}
        onChange={(next) => put('platforms', next)}
      />
      {chosen.length > 0 && (
        <CheckboxGroup<string>
          label="Other logs beside these"
          help="Logs that belong to none of the above. None ticked: no rules for them."
          value={logsOf(search)}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(next) => put('logs', next)}
        />
      )}
    </>
  );
}
