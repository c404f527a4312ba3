import type { SiemAnswer } from '@tripline/client';
import { UsageError } from '../exit.js';

/** The SIEM of an id or a name; undefined where there is none. @throws UsageError for a name that several have */
export function siemNamed(siems: readonly SiemAnswer[], wanted: string): SiemAnswer | undefined {
  const fitting = siems.filter(({ id, name }) => id === wanted || name === wanted);
  if (fitting.length > 1)
    throw new UsageError(
      `several SIEMs are "${wanted}": give the id, one of ${fitting.map(({ id }) => id).join(', ')}`,
    );
  return fitting[0];
}

/** The SIEM of an id or a name. @throws UsageError where there is none, or several have the name */
export function knownSiem(siems: readonly SiemAnswer[], wanted: string): SiemAnswer {
  const siem = siemNamed(siems, wanted);
  if (siem === undefined) throw new UsageError(`there is no SIEM "${wanted}"`);
  return siem;
}
