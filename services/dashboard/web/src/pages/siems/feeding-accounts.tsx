import { useQuery } from '@tanstack/react-query';
import { coverage, coverageData } from '../../api/clients.js';
import { CheckboxGroup } from '../../ui/checkbox-group.js';
import { QueryView } from '../../ui/states.js';

/** The cloud accounts that may feed a SIEM. */
export const useFeedingAccounts = () =>
  useQuery({
    queryKey: ['accounts', 'to feed'],
    queryFn: () => coverageData(coverage.GET('/accounts', { params: { query: { limit: 200 } } })),
  });

/** The cloud accounts that send their logs to a SIEM, to be chosen. */
export const FeedingAccounts = ({
  value,
  onChange,
}: {
  value: readonly string[];
  onChange: (ids: string[]) => void;
}) => {
  const query = useFeedingAccounts();
  return (
    <QueryView query={query} lines={2}>
      {({ accounts }) =>
        accounts.length === 0 ? (
          <p className="dim">There is no cloud account yet that could send it logs.</p>
        ) : (
          <CheckboxGroup
            label="Cloud accounts that send it their logs"
            help="Rules count in the coverage of these accounts."
            value={value}
            options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={onChange}
          />
        )
      }
    </QueryView>
  );
};
