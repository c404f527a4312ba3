import { useSearchParams } from 'react-router';
import { usePlatforms } from '../../rule/catalogue.js';
import { type Platform, platformName } from '../../rule/names.js';
import { CheckboxGroup } from '../../ui/checkbox-group.js';
import { ErrorNotice, Loading } from '../../ui/states.js';
import { platformsOf } from './rule-limits.js';

/** For which log sources rules are written; the address keeps it. */
export function PlatformChoice() {
  const [search, setSearch] = useSearchParams();
  const { data: platforms, error } = usePlatforms();
  if (error !== null) return <ErrorNotice error={error} />;
  if (platforms === undefined) return <Loading lines={3} />;
  return (
    <CheckboxGroup<Platform>
      label="Log sources"
      help="None ticked: all that the advisory shows something for."
      value={platformsOf(search)}
      options={platforms.map(({ id }) => ({ value: id, label: platformName(id) }))}
      onChange={(next) =>
        setSearch(
          (before) => {
            const after = new URLSearchParams(before);
            if (next.length === 0) after.delete('platforms');
            else after.set('platforms', next.join(','));
            return after;
          },
          { replace: true },
        )
      }
    />
  );
}
