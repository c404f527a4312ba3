import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { rules, rulesData } from '../../../api/clients.js';
import { type Platform, platformName } from '../../../rule/names.js';
import { CheckboxGroup } from '../../../ui/checkbox-group.js';
import { ErrorNotice, Loading } from '../../../ui/states.js';
import { platformsOf } from './rule-limits.js';

/** The log sources that rules are written for. They change with a release only. */
const usePlatforms = () =>
  useQuery({
    queryKey: ['platforms'],
    meta: { personal: false },
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await rulesData(rules.GET('/v1/platforms'))).platforms,
  });

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
