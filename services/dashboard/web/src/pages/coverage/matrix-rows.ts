import type { Coverage } from '../../api/clients.js';
import { stateOf, type TechniqueState, type Was } from './technique-queries.js';

type Matrix = Coverage['CoverageMatrix'];

/** A technique as the matrix shows it. */
export interface Shown {
  readonly technique: Coverage['MatrixSubTechnique'];
  readonly state: TechniqueState;
  /** Not among those that the filters ask for. */
  readonly faded: boolean;
  /** Where what is compared with says something else. */
  readonly was?: Was;
}

/** A technique with its sub-techniques. */
export interface ShownRow extends Shown {
  readonly children: readonly Shown[];
}

/** The techniques and sub-techniques that an actor uses; undefined where no actor is asked for, or what it uses is not known yet. */
export const techniquesOf = (matrix: Matrix | undefined, actor: string): ReadonlySet<string> | undefined =>
  actor === '' || matrix === undefined
    ? undefined
    : new Set(
        matrix.techniques
          .flatMap((row) => [row, ...row.sub_techniques])
          .filter(({ used_by }) => used_by.some(({ id }) => id === actor))
          .map(({ technique_id }) => technique_id),
      );

/** A technique or sub-technique by its id. */
export const findShown = (rows: readonly ShownRow[], id: string): Shown | undefined =>
  rows.find(({ technique }) => technique.technique_id === id) ??
  rows.flatMap(({ children }) => children).find(({ technique }) => technique.technique_id === id);

/** The techniques with their states. Faded is what does not fit the filters, and a parent only where none of its sub-techniques does either. */
export function shownRows(
  { techniques }: Matrix,
  {
    state: wanted,
    used,
    was,
    words,
  }: {
    state: string;
    words: string;
    used: ReadonlySet<string> | undefined;
    was?: ReadonlyMap<string, Was> | undefined;
  },
): ShownRow[] {
  const shown = (technique: Coverage['MatrixSubTechnique']): Shown => {
    const state = stateOf(technique);
    const said = was?.get(technique.technique_id);
    const before = said === undefined || saysTheSame(said, technique.status) ? undefined : said;
    const fits =
      (wanted === 'any' || wanted === state || (wanted === 'unknown' && technique.unverified)) &&
      (words === '' || `${technique.technique_id} ${technique.name}`.toLowerCase().includes(words)) &&
      (used === undefined || used.has(technique.technique_id)) &&
      (was === undefined || before !== undefined);
    return { technique, state, faded: !fits, ...(before === undefined ? {} : { was: before }) };
  };
  return techniques.map((row) => {
    const own = shown(row);
    const children = row.sub_techniques.map(shown);
    return { ...own, faded: own.faded && children.every(({ faded }) => faded), children };
  });
}

/** Whether an account is no exception in its organization. What an earlier snapshot says is listed only where it differs. */
const saysTheSame = (said: Was, status: Coverage['MatrixSubTechnique']['status']): boolean =>
  (said === 'everywhere' && status === 'covered') || (said === 'nowhere' && status !== 'covered');
