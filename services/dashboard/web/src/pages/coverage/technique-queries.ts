import { useQuery } from '@tanstack/react-query';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';

/** More than ATT&CK counts for any cloud. */
const ALL = 500;

/** Every technique of an account's newest snapshot. */
export const useTechniques = (id: string) =>
  useQuery({
    queryKey: ['techniques', id],
    queryFn: () =>
      coverageData(
        coverage.GET('/accounts/{id}/coverage/techniques', { params: { path: { id }, query: { limit: ALL } } }),
      ),
  });

/** Where logs show each technique. */
export const useVisibility = (id: string) =>
  useQuery({
    queryKey: ['visibility', id],
    queryFn: () =>
      coverageData(
        coverage.GET('/accounts/{id}/coverage/visibility', { params: { path: { id }, query: { limit: ALL } } }),
      ),
  });

/** Where logs show one technique, and what is not known of it; null where ATT&CK does not count it for the account's cloud. */
export const useTechniqueVisibility = (id: string, technique: string) =>
  useQuery({
    queryKey: ['visibility', id, technique],
    queryFn: async () => {
      const query = { technique, limit: 1 };
      const answer = await coverageData(
        coverage.GET('/accounts/{id}/coverage/visibility', { params: { path: { id }, query } }),
      );
      return answer.techniques[0] ?? null;
    },
  });

const matrixOf = (id: string, actor: string) => ({
  queryKey: ['matrix', id, actor],
  queryFn: () =>
    coverageData(
      coverage.GET('/accounts/{id}/coverage/matrix', {
        params: { path: { id }, query: actor === '' ? {} : { actor } },
      }),
    ),
});

/**
 * State, visibility and use by actors of every technique of an account, in one answer. `users` is the answer that tells what an actor uses: the same, where
 * the account has chosen that actor.
 */
export function useMatrix(id: string, actor = '') {
  const query = useQuery(matrixOf(id, ''));
  const isListed = actor === '' || (query.data?.actors.some((one) => one.id === actor) ?? false);
  const users = useQuery({ ...matrixOf(id, actor), enabled: query.data !== undefined && !isListed });
  return { query, users: isListed ? query : users };
}

/** What an account makes of a technique, as the matrix tells it apart. */
export type TechniqueState = 'covered' | 'partial' | 'visible' | 'gap' | 'unknown' | 'excluded';

/** The states: a letter beside the colour, and what they mean. */
export const STATES: Readonly<
  Record<TechniqueState, { readonly letter: string; readonly name: string; readonly meaning: string }>
> = {
  covered: { letter: 'C', name: 'covered', meaning: 'a detection that can fire notices it wherever its events arrive' },
  partial: { letter: 'P', name: 'partly covered', meaning: 'noticed in some regions only, or only with weak signs' },
  visible: { letter: 'V', name: 'visible only', meaning: 'logs show it, and no detection looks' },
  gap: { letter: 'G', name: 'gap', meaning: 'neither noticed nor in a log that is kept' },
  unknown: {
    letter: '?',
    name: 'unknown',
    meaning: 'something that it depends on could not be read, or is not here yet',
  },
  excluded: { letter: 'X', name: 'excluded', meaning: 'somebody has decided to leave it out' },
};

/** What is said of a technique beside the matrix: by an earlier snapshot, or of all accounts of an organization together. */
export type Was = Coverage['MatrixSubTechnique']['status'] | 'not counted' | 'everywhere' | 'somewhere' | 'nowhere';

/** The same in words that follow "it", with its letter. An earlier snapshot keeps no logs, so that what it did not cover is either a gap or visible. */
export const WAS: Readonly<Record<Was, { readonly letter: string; readonly says: string }>> = {
  covered: { letter: 'C', says: 'was covered' },
  partial: { letter: 'P', says: 'was partly covered' },
  uncovered: { letter: 'N', says: 'was not covered' },
  'not counted': { letter: '–', says: 'was not counted' },
  everywhere: { letter: 'A', says: 'is covered in all accounts of the organization' },
  somewhere: { letter: 'S', says: 'is covered in some accounts of the organization' },
  nowhere: { letter: 'N', says: 'is covered in no account of the organization' },
};

/** The state of a technique. What is not known for certain is no gap. */
export function stateOf({
  excluded,
  status,
  unverified,
  visible,
}: Pick<Coverage['MatrixSubTechnique'], 'excluded' | 'status' | 'unverified' | 'visible'>): TechniqueState {
  if (excluded) return 'excluded';
  if (status !== 'uncovered') return status;
  if (unverified || visible === null) return 'unknown';
  return visible ? 'visible' : 'gap';
}

/**
 * How warm a cell of the matrix is, from 1 to 4: what covers a technique, by how certain it is. Nothing where nothing does. What is covered in part is never the
 * warmest: words on its stripes could not be read.
 */
export function heatOf(state: TechniqueState, confidence: number): 1 | 2 | 3 | 4 | undefined {
  if (state !== 'covered' && state !== 'partial') return undefined;
  if (confidence >= 0.75 && state === 'covered') return 4;
  if (confidence >= 0.55) return 3;
  return confidence >= 0.35 ? 2 : 1;
}
