import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Coverage, download } from '../../api/clients.js';
import { Checkbox } from '../../ui/checkbox.js';
import { Choice } from '../../ui/choice.js';
import { TextField } from '../../ui/field.js';
import { ActionMenu } from '../../ui/menu.js';
import { Select } from '../../ui/select.js';
import { ErrorNotice, Loading } from '../../ui/states.js';
import { useTitle } from '../../ui/title.js';
import { useAccountId, useCoverage } from '../accounts/account-queries.js';
import styles from './matrix.module.css';
import { CompareField, CompareLine, useComparison } from './matrix-compare.js';
import { type MatrixDensity, MatrixGrid, UnknownGrid } from './matrix-grid.js';
import { MatrixLegend } from './matrix-legend.js';
import { matrixSvg, saveMatrixPicture } from './matrix-picture.js';
import { findShown, shownRows, techniquesOf } from './matrix-rows.js';
import { useMatrix } from './technique-queries.js';

/** It comes once it is asked for: the matrix itself is what people wait for. */
const MatrixPanel = lazy(async () => ({ default: (await import('./matrix-panel.js')).MatrixPanel }));

/** In the address: the technique whose panel is open, and the snapshot or organization that is compared with. */
const OPENED = 'technique';
const COMPARED = 'compare';

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
  const [search, setSearch] = useSearchParams();
  const [failure, setFailure] = useState<unknown>();
  const actor = search.get('actor') ?? '';
  const { query: matrix, users } = useMatrix(id, actor);
  // Only its tactics are drawn, as long as the matrix is not there.
  const summary = useCoverage(id);
  const tactic = search.get('tactic') ?? '';
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(search);
    if (value === '' || value === 'any') next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  };
  const attempt = (work: Promise<unknown>): void => {
    setFailure(undefined);
    work.catch(setFailure);
  };
  const compared = search.get(COMPARED) ?? '';
  const comparison = useComparison(id, compared);
  const { opened, setOpened } = useOpened();
  const { state, words } = narrowing(search);
  const { was } = comparison;
  // Opening the panel draws no cell anew.
  const rows = useMemo(
    () =>
      matrix.data === undefined
        ? []
        : shownRows(matrix.data, { state, words, used: techniquesOf(users.data, actor), was }),
    [actor, matrix.data, state, users.data, was, words],
  );
  const found = opened === null ? undefined : findShown(rows, opened);
  const known = matrix.data?.tactics ?? summary.data?.by_tactic;
  const tactics = useMemo(() => ofTactic(known ?? [], tactic), [known, tactic]);
  const picture = async (form: 'svg' | 'png'): Promise<void> => {
    const name = summary.data?.cloud_account_name ?? 'Cloud account';
    const title = `${name}: ATT&CK coverage, ${matrix.data?.created_at.slice(0, 10)}`;
    await saveMatrixPicture(matrixSvg(tactics, rows, title), form, `matrix-${id}`);
  };
  return (
    <div className="stack">
      <Filters
        actors={actorsOf(matrix.data, users.data)}
        tactics={matrix.data?.tactics ?? []}
        get={(name) => search.get(name) ?? ''}
        set={set}
      >
        <CompareField chosen={compared} comparison={comparison} onChoose={(snapshot) => set(COMPARED, snapshot)} />
      </Filters>
      {compared !== '' && <CompareLine account={id} comparison={comparison} rows={rows} />}
      {failure !== undefined && <ErrorNotice error={failure} />}
      {matrix.data !== undefined && (
        <div className={styles.aboveGrid}>
          <div className="stack">
            <MatrixLegend
              chosen={search.get('state') ?? 'any'}
              onChoose={(state) => set('state', state)}
              rows={rows.filter(({ technique }) => isIn(technique, tactic))}
            />
          </div>
          <Downloads
            onFile={(path) => attempt(download(`/api/v1/public/accounts/${id}/${path}`))}
            onPicture={(form) => attempt(picture(form))}
          />
        </div>
      )}
      {matrix.isError && <ErrorNotice error={matrix.error} retry={() => void matrix.refetch()} />}
      {users.isError && users !== matrix && <ErrorNotice error={users.error} retry={() => void users.refetch()} />}
      {matrix.data === undefined ? (
        <>
          {matrix.isPending && <Loading label="Loading the techniques" lines={1} />}
          {tactics.length > 0 && <UnknownGrid tactics={tactics} />}
        </>
      ) : (
        <MatrixGrid
          tactics={tactics}
          techniques={rows}
          unfoldAll={search.get('sub') === 'all'}
          density={densityOf(search)}
          onOpen={setOpened}
        />
      )}
      <Suspense>
        {found !== undefined && <MatrixPanel account={id} shown={found} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </div>
  );
}

/** The technique whose panel is open. In the address, so that Back closes the panel, and from a page that it led to comes back to it. */
function useOpened() {
  const [search, setSearch] = useSearchParams();
  // It is another one with each address, for which the grid would be drawn anew.
  const latest = useRef(setSearch);
  useEffect(() => {
    latest.current = setSearch;
  }, [setSearch]);
  const setOpened = useCallback(
    (technique: string | undefined): void =>
      latest.current(
        (before) => {
          const after = new URLSearchParams(before);
          if (technique === undefined) after.delete(OPENED);
          else after.set(OPENED, technique);
          return after;
        },
        { preventScrollReset: true, replace: technique === undefined },
      ),
    [],
  );
  return { opened: search.get(OPENED), setOpened };
}

/** What the address narrows the matrix to. */
const narrowing = (search: URLSearchParams) => ({
  state: search.get('state') ?? 'any',
  words: (search.get('q') ?? '').toLowerCase(),
});

const densityOf = (search: URLSearchParams): MatrixDensity => (search.get('size') === 'tiles' ? 'tiles' : 'names');

/** The one tactic that is asked for; all where none is, or one that there is not. */
function ofTactic<T extends { readonly tactic_id: string }>(tactics: readonly T[], wanted: string): readonly T[] {
  const found = tactics.filter(({ tactic_id }) => tactic_id === wanted);
  return found.length === 0 ? tactics : found;
}

const isIn = ({ tactics }: Coverage['MatrixSubTechnique'], tactic: string): boolean =>
  tactic === '' || tactics.includes(tactic);

type Matrix = Coverage['CoverageMatrix'];

/** What the matrix can be downloaded as. */
const Downloads = ({
  onFile,
  onPicture,
}: {
  onFile: (path: string) => void;
  onPicture: (form: 'svg' | 'png') => void;
}) => (
  <ActionMenu
    label="Download"
    actions={[
      { label: 'Picture: SVG', run: () => onPicture('svg') },
      { label: 'Picture: PNG', run: () => onPicture('png') },
      ...FILES.map(([label, path]) => ({ label, run: () => onFile(path) })),
    ]}
  />
);

/** What the matrix is narrowed to. */
const Filters = ({
  actors,
  children,
  get,
  set,
  tactics,
}: {
  actors: Matrix['actors'];
  tactics: Matrix['tactics'];
  get: (name: string) => string;
  set: (name: string, value: string) => void;
  children: ReactNode;
}) => (
  <search className="filters">
    <TextField label="Id or name contains" type="search" value={get('q')} onChange={(value) => set('q', value)} />
    <Select
      label="Tactic"
      value={get('tactic') || 'any'}
      options={[{ value: 'any', label: 'all' }, ...tactics.map((one) => ({ value: one.tactic_id, label: one.name }))]}
      onChange={(value) => set('tactic', value)}
    />
    <Select
      label="Used by"
      value={get('actor') || 'any'}
      options={[{ value: 'any', label: 'anybody' }, ...actors.map((one) => ({ value: one.id, label: one.name }))]}
      onChange={(value) => set('actor', value)}
    />
    {children}
    <Checkbox isSelected={get('sub') === 'all'} onChange={(all) => set('sub', all ? 'all' : '')}>
      Sub-techniques
    </Checkbox>
    <Choice<MatrixDensity>
      label="Cells"
      value={get('size') === 'tiles' ? 'tiles' : 'names'}
      options={[
        { value: 'names', label: 'Names' },
        { value: 'tiles', label: 'Tiles' },
      ]}
      onChange={(value) => set('size', value === 'tiles' ? value : '')}
    />
  </search>
);

/** The actors that can be asked for: those that the account has chosen, and the one that the address names. */
const actorsOf = (...answers: readonly (Matrix | undefined)[]): Matrix['actors'] => [
  ...new Map(answers.flatMap((one) => one?.actors ?? []).map((actor) => [actor.id, actor])).values(),
];
