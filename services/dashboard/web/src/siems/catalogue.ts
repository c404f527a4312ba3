import { useQuery } from '@tanstack/react-query';
import { rules, rulesData } from '../api/clients.js';

/** The backends, each with the stacks that its data may be in. They change with a release only. */
export const useBackends = () =>
  useQuery({
    queryKey: ['backends'],
    meta: { personal: false },
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await rulesData(rules.GET('/v1/backends'))).backends,
  });

/** The saved pipelines of the person and of their team. */
export const usePipelines = () =>
  useQuery({
    queryKey: ['pipelines'],
    queryFn: async () => (await rulesData(rules.GET('/v1/pipelines'))).pipelines,
  });
