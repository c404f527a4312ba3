import { useQuery } from '@tanstack/react-query';

/** A technique of ATT&CK, with its tactics in words. */
export interface Technique {
  readonly id: string;
  readonly name: string;
  readonly tactics: readonly string[];
}

/** All current techniques by their ids. It is loaded once, when a page first shows an id. */
export const useTechniqueNames = () =>
  useQuery({
    queryKey: ['attack'],
    meta: { personal: false },
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<ReadonlyMap<string, Technique>> => {
      const { TACTICS, TECHNIQUES } = await import('virtual:techniques');
      return new Map(
        TECHNIQUES.map(([id, name, tactics]) => [
          id,
          { id, name, tactics: tactics.flatMap((at) => TACTICS[at] ?? []) },
        ]),
      );
    },
  });

/** Where ATT&CK describes a technique. */
export const attackAddress = (id: string): string => `https://attack.mitre.org/techniques/${id.replace('.', '/')}/`;
