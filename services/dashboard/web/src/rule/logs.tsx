import { useQuery } from '@tanstack/react-query';
import { rules, rulesData } from '../api/clients.js';
import { type Platform, platformName } from './names.js';

/** The log sources that rules are written for, and the logs of the table. They change with a release only. */
export const useLogSources = () =>
  useQuery({
    queryKey: ['platforms'],
    meta: { personal: false },
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => rulesData(rules.GET('/v1/platforms')),
  });

/** What a rule's log is called: its platform, or for a rule of none the log that shows it. */
export function LogName({ log, platform }: { platform: Platform | null; log: string | null }) {
  return platform === null && log !== null ? <NameOfLog id={log} /> : platformName(platform);
}

function NameOfLog({ id }: { id: string }) {
  const { data } = useLogSources();
  return data?.logs.find((log) => log.id === id)?.name ?? id;
}
