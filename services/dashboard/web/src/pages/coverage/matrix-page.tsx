import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type Coverage, download } from '../../api/clients.js';
import { Checkbox } from '../../ui/checkbox.js';
import { TextField } from '../../ui/field.js';
import { ActionMenu } from '../../ui/menu.js';
import { Select } from '../../ui/select.js';
import { ErrorNotice, Loading } from '../../ui/states.js';
import { useTitle } from '../../ui/title.js';
import { useAccountId, useCoverage } from '../accounts/account-queries.js';
import { MatrixGrid, type Shown, type ShownRow, UnknownGrid } from './matrix-grid.js';
import { STATES, stateOf, type TechniqueState, useMatrix } from './technique-queries.js';
import { Legend } from './technique-state.js';

const FILES = [
  ['Report to print or send on', 'coverage/report'],
  ['Navigator layer: coverage', 'coverage/navigator'],
  ['Navigator layer: visibility', 'coverage/visibility/navigator'],
  ['DeTT&CT: data sources', 'coverage/dettect?file=data-sources'],
  ['DeTT&CT: techniques', 'coverage/dettect?file=techniques'],
  ['Techniques as CSV', 'coverage/techniques?format=csv'],
] as const;

/** The ATT&CK matrix of an account. */
export function Component() {
  useTitle('Matrix');
  const id = useAccountId();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const [failure, setFailure] = useState<unknown>();
  const actor = search.get('actor') ?? '';
  const { query: matrix, users } = useMatrix(id, actor);
  // Only its tactics are drawn, as long as the matrix is not there.
  const summary = useCoverage(id);
  const wanted = search.get('state') ?? 'any';
  const words = (search.get('q') ?? '').toLowerCase();
  const unfolded = search.get('sub') === 'all';
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(search);
    if (value === '' || value === 'any') next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  };
  const get = (path: string): void => {
    setFailure(undefined);
    download(`/api/v1/public/accounts/${id}/${path}`).catch(setFailure);
  };
  return (
    <div className="stack">
      <Filters
        actors={actorsOf(matrix.data, users.data)}
        get={(name) => search.get(name) ?? ''}
        set={set}
        onFile={get}
      />
      {failure !== undefined && <ErrorNotice error={failure} />}
      <Legend />
      {matrix.isError && <ErrorNotice error={matrix.error} retry={() => void matrix.refetch()} />}
      {users.isError && users !== matrix && <ErrorNotice error={users.error} retry={() => void users.refetch()} />}
      {matrix.data === undefined ? (
        <>
          {matrix.isPending && <Loading label="Loading the techniques" lines={1} />}
          {summary.data !== undefined && <UnknownGrid tactics={summary.data.by_tactic} />}
        </>
      ) : (
        <MatrixGrid
          tactics={matrix.data.tactics}
          techniques={shownRows(matrix.data, {
            state: wanted,
            words,
            used: actor === '' || users.data === undefined ? undefined : usedBy(users.data, actor),
          })}
          unfoldAll={unfolded}
          onOpen={(technique) => navigate(`/coverage/${id}/techniques/${technique}`)}
        />
      )}
    </div>
  );
}

type Matrix = Coverage['CoverageMatrix'];

/** What the matrix is narrowed to, and what it can be downloaded as. */
const Filters = ({
  actors,
  get,
  onFile,
  set,
}: {
  actors: Matrix['actors'];
  get: (name: string) => string;
  set: (name: string, value: string) => void;
  onFile: (path: string) => void;
}) => (
  <search className="filters">
    <TextField label="Id or name contains" type="search" value={get('q')} onChange={(value) => set('q', value)} />
    <Select
      label="State"
      value={get('state') || 'any'}
      options={[
        { value: 'any', label: 'any' },
        ...(Object.keys(STATES) as TechniqueState[]).map((state) => ({
          value: state as string,
          label: STATES[state].name,
        })),
      ]}
      onChange={(value) => set('state', value)}
    />
    <Select
      label="Used by"
      value={get('actor') || 'any'}
      options={[{ value: 'any', label: 'anybody' }, ...actors.map((one) => ({ value: one.id, label: one.name }))]}
      onChange={(value) => set('actor', value)}
    />
    <Checkbox isSelected={get('sub') === 'all'} onChange={(all) => set('sub', all ? 'all' : '')}>
      Show all sub-techniques
    </Checkbox>
    <ActionMenu label="Download" actions={FILES.map(([label, path]) => ({ label, run: () => onFile(path) }))} />
  </search>
);

/** The actors that can be asked for: those that the account has chosen, and the one that the address names. */
const actorsOf = (...answers: readonly (Matrix | undefined)[]): Matrix['actors'] => [
  ...new Map(answers.flatMap((one) => one?.actors ?? []).map((actor) => [actor.id, actor])).values(),
];

/** The techniques and sub-techniques that an actor uses. */
const usedBy = ({ techniques }: Matrix, actor: string): ReadonlySet<string> =>
  new Set(
    techniques
      .flatMap((row) => [row, ...row.sub_techniques])
      .filter(({ used_by }) => used_by.some(({ id }) => id === actor))
      .map(({ technique_id }) => technique_id),
  );

/** The techniques with their states. Faded is what does not fit the filters, and a parent only where none of its sub-techniques does either. */
function shownRows(
  { techniques }: Matrix,
  { state: wanted, used, words }: { state: string; words: string; used: ReadonlySet<string> | undefined },
): ShownRow[] {
  const shown = (technique: Coverage['MatrixSubTechnique']): Shown => {
    const state = stateOf(technique);
    const fits =
      (wanted === 'any' || wanted === state || (wanted === 'unknown' && technique.unverified)) &&
      (words === '' || `${technique.technique_id} ${technique.name}`.toLowerCase().includes(words)) &&
      (used === undefined || used.has(technique.technique_id));
    return { technique, state, faded: !fits };
  };
  return techniques.map((row) => {
    const own = shown(row);
    const children = row.sub_techniques.map(shown);
    return { ...own, faded: own.faded && children.every(({ faded }) => faded), children };
  });
}
