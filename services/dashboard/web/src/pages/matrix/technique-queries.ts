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

/** What an account makes of a technique, as the matrix tells it apart. */
export type TechniqueState = 'covered' | 'partial' | 'visible' | 'gap' | 'excluded';

/** The states: a letter beside the colour, and what they mean. */
export const STATES: Readonly<
  Record<TechniqueState, { readonly letter: string; readonly name: string; readonly meaning: string }>
> = {
  covered: { letter: 'C', name: 'covered', meaning: 'a detection that can fire notices it wherever its events arrive' },
  partial: { letter: 'P', name: 'partly covered', meaning: 'noticed in some regions only, or only with weak signs' },
  visible: { letter: 'V', name: 'visible only', meaning: 'logs show it, and no detection looks' },
  gap: { letter: 'G', name: 'gap', meaning: 'neither noticed nor in a log that is kept' },
  excluded: { letter: 'X', name: 'excluded', meaning: 'somebody has decided to leave it out' },
};

/** The state of a technique. */
export function stateOf(technique: Coverage['TechniqueCoverage'], visible: ReadonlySet<string>): TechniqueState {
  if (technique.excluded) return 'excluded';
  if (technique.status !== 'uncovered') return technique.status;
  return visible.has(technique.technique_id) ? 'visible' : 'gap';
}
