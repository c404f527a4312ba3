import { currentId } from '@tripline/attack';
import type { TechniqueVerdict } from '@tripline/sigma';

/** Looks up a technique id in the ATT&CK catalogue. */
export function knownTechnique(id: string): TechniqueVerdict {
  const current = currentId(id);
  if (current === undefined) return { ok: false };
  return current === id ? { ok: true } : { ok: false, successor: current };
}
