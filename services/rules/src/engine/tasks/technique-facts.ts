import { technique } from '@tripline/attack';

/** Name and tactics of a technique, for deployable forms that spell them out. */
export function techniqueFacts(id: string): { name: string; tactics: readonly string[] } | undefined {
  const known = technique(id);
  return known === undefined ? undefined : { name: known.name, tactics: known.tactics };
}
