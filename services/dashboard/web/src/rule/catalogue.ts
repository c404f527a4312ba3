import { useQuery } from '@tanstack/react-query';
import { rules, rulesData } from '../api/clients.js';

const UNTIL_RELOAD = Number.POSITIVE_INFINITY;

/** The backends, each with the stacks that its data may be in. They change with a release only. */
export const useBackends = () =>
  useQuery({
    queryKey: ['backends'],
    meta: { personal: false },
    staleTime: UNTIL_RELOAD,
    queryFn: async () => (await rulesData(rules.GET('/v1/backends'))).backends,
  });

/** The log sources that rules are written for. */
export const usePlatforms = () =>
  useQuery({
    queryKey: ['platforms'],
    meta: { personal: false },
    staleTime: UNTIL_RELOAD,
    queryFn: async () => (await rulesData(rules.GET('/v1/platforms'))).platforms,
  });

/** The saved pipelines of the person and of their team. */
export const usePipelines = () =>
  useQuery({
    queryKey: ['pipelines'],
    queryFn: async () => (await rulesData(rules.GET('/v1/pipelines'))).pipelines,
  });
