import { useQuery } from '@tanstack/react-query';
import { rules, rulesData } from '../../api/clients.js';

/** Where the page's cache keeps a generation. */
export const generationKey = (id: string): readonly string[] => ['generation', id];

/** A stored generation. */
export const useGeneration = (id: string) =>
  useQuery({
    queryKey: generationKey(id),
    // One that is not stored is what this page still has of it.
    enabled: ({ state }) => state.data?.kept !== false,
    queryFn: () => rulesData(rules.GET('/v1/generations/{id}', { params: { path: { id } } })),
  });

/** The text that a generation's places point into. It never changes. */
export const useDocument = (id: string, exists: boolean) =>
  useQuery({
    queryKey: [...generationKey(id), 'document'],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: exists,
    queryFn: () => rulesData(rules.GET('/v1/generations/{id}/document', { params: { path: { id } } })),
  });
