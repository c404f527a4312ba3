import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { coverage, coverageData, download } from '../../api/clients.js';
import { Checkbox } from '../../ui/checkbox.js';
import { TextField } from '../../ui/field.js';
import { ActionMenu } from '../../ui/menu.js';
import { Select } from '../../ui/select.js';
import { ErrorNotice, QueryView } from '../../ui/states.js';
import { useAccountId, useCoverage } from '../coverage/account-queries.js';
import { MatrixGrid, type Shown } from './matrix-grid.js';
import { STATES, stateOf, type TechniqueState, useTechniques, useVisibility } from './technique-queries.js';
import { Legend } from './technique-state.js';

const FILES = [
  ['Navigator layer: coverage', 'coverage/navigator'],
  ['Navigator layer: visibility', 'coverage/visibility/navigator'],
  ['DeTT&CT: data sources', 'coverage/dettect?file=data-sources'],
  ['DeTT&CT: techniques', 'coverage/dettect?file=techniques'],
  ['Techniques as CSV', 'coverage/techniques?format=csv'],
] as const;

/** The ATT&CK matrix of an account. */
export function Component() {
  const id = useAccountId();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const [failure, setFailure] = useState<unknown>();
  const techniques = useTechniques(id);
  const visibility = useVisibility(id);
  const summary = useCoverage(id);
  const actor = search.get('actor') ?? '';
  const actors = useActorTechniques(id, actor);
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
      <search className="filters">
        <TextField
          label="Id or name contains"
          type="search"
          value={search.get('q') ?? ''}
          onChange={(value) => set('q', value)}
        />
        <Select
          label="State"
          value={wanted}
          options={[
            { value: 'any', label: 'any' },
            ...(Object.keys(STATES) as TechniqueState[]).map((state) => ({
              value: state as string,
              label: STATES[state].name,
            })),
            { value: 'unknown', label: 'not certain' },
          ]}
          onChange={(value) => set('state', value)}
        />
        <Select
          label="Used by"
          value={actor || 'any'}
          options={[
            { value: 'any', label: 'anybody' },
            ...(actors.data?.actors ?? []).map((one) => ({ value: one.id, label: one.name })),
          ]}
          onChange={(value) => set('actor', value)}
        />
        <Checkbox isSelected={unfolded} onChange={(all) => set('sub', all ? 'all' : '')}>
          Show all sub-techniques
        </Checkbox>
        <ActionMenu label="Download" actions={FILES.map(([label, path]) => ({ label, run: () => get(path) }))} />
      </search>
      {failure !== undefined && <ErrorNotice error={failure} />}
      <Legend />
      <QueryView query={summary} lines={14}>
        {({ by_tactic }) => (
          <QueryView query={techniques} lines={14}>
            {({ techniques: rows }) => {
              const visible = new Set(
                visibility.data?.techniques
                  .filter((one) => one.visibility === 'visible')
                  .map((one) => one.technique_id),
              );
              const used = actors.techniques;
              const shown: Shown[] = rows.map((technique) => {
                const state = stateOf(technique, visible);
                return {
                  technique,
                  state,
                  faded: !(
                    (wanted === 'any' || wanted === state || (wanted === 'unknown' && technique.unverified)) &&
                    (words === '' || `${technique.technique_id} ${technique.name}`.toLowerCase().includes(words)) &&
                    (used === undefined || used.has(technique.technique_id))
                  ),
                };
              });
              return (
                <MatrixGrid
                  tactics={by_tactic}
                  techniques={shown}
                  unfoldAll={unfolded}
                  onOpen={(technique) => navigate(`/coverage/${id}/techniques/${technique}`)}
                />
              );
            }}
          </QueryView>
        )}
      </QueryView>
    </div>
  );
}

/** The account's chosen actors; and, with one named, the gaps that it uses. */
function useActorTechniques(id: string, actor: string) {
  const all = useQuery({
    queryKey: ['actors', id],
    queryFn: () => coverageData(coverage.GET('/accounts/{id}/coverage/actors', { params: { path: { id } } })),
  });
  const gaps = useQuery({
    queryKey: ['gaps', id, 'of', actor],
    enabled: actor !== '',
    queryFn: () =>
      coverageData(
        coverage.GET('/accounts/{id}/coverage/gaps', {
          params: { path: { id }, query: { actor, include_partial: true, include_excluded: true, limit: 200 } },
        }),
      ),
  });
  const techniques =
    actor === '' || gaps.data === undefined ? undefined : new Set(gaps.data.gaps.map((gap) => gap.technique_id));
  return { data: all.data, techniques };
}
