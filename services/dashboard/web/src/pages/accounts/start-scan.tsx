import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { ErrorNotice } from '../../ui/states.js';

/** Starts a scan, or leads to the one that is under way, or to connecting the account first, or again. */
export function StartScan({ account }: { account: Coverage['Account'] }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: () =>
      coverageData(coverage.POST('/accounts/{id}/scans', { params: { path: { id: account.id } }, body: {} })),
    onSuccess: async ({ id }) => {
      void client.invalidateQueries({ queryKey: ['accounts', account.id] });
      await navigate(`/coverage/${account.id}/scans/${id}`);
    },
  });
  if (account.status === 'pending_connection')
    return (
      <ButtonLink kind="main" to={`/coverage/${account.id}/connect`}>
        Connect it
      </ButtonLink>
    );
  if (account.scan_under_way !== null)
    return <ButtonLink to={`/coverage/${account.id}/scans/${account.scan_under_way}`}>Scan under way</ButtonLink>;
  if (account.status === 'broken')
    return (
      <ButtonLink kind="main" to={`/coverage/${account.id}/connect`}>
        Repair the connection
      </ButtonLink>
    );
  return (
    <div className="stack">
      <Button kind="main" pending={start.isPending} onPress={() => start.mutate()}>
        Scan now
      </Button>
      {start.isError && <ErrorNotice error={start.error} />}
    </div>
  );
}
