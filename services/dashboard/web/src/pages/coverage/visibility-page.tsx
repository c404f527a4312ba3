import { useSearchParams } from 'react-router';
import type { Coverage } from '../../api/clients.js';
import { entryFor } from '../../api/open-list.js';
import { techniqueColumn } from '../../attack/technique-column.js';
import { Badge } from '../../ui/badge.js';
import { Select } from '../../ui/select.js';
import { Empty, QueryView } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { useTitle } from '../../ui/title.js';
import { useAccountId } from '../accounts/account-queries.js';
import { useVisibility } from './technique-queries.js';

type Visibility = Coverage['TechniqueVisibility']['visibility'];
type Source = NonNullable<ReturnType<typeof useVisibility>['data']>['sources'][number];
const KINDS = { detected: 'good', visible: 'info', blind: 'bad', excluded: 'plain' } as const;

const SOURCE_COLUMNS: readonly Column<Source>[] = [
  { id: 'name', title: 'Source', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { id: 'kind', title: 'Kind', cell: ({ kind }) => kind.replaceAll('_', ' ') },
  {
    id: 'regions',
    title: 'Keeps those of',
    cell: (one) => one.seen_regions.join(', ').replace('*', 'every region'),
  },
  {
    id: 'arrives',
    title: 'Delivers',
    cell: ({ arrives }) => <Badge kind={arrives ? 'good' : 'bad'}>{arrives ? 'yes' : 'no'}</Badge>,
  },
];

/** Which techniques the account's logs would show, and what is missing where they would not. */
export function Component() {
  useTitle('Visibility');
  const id = useAccountId();
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('show') ?? 'any';
  const query = useVisibility(id);
  return (
    <QueryView query={query} lines={12}>
      {({ sources, techniques }) => {
        const rows = techniques.filter(({ visibility }) => wanted === 'any' || visibility === wanted);
        return (
          <div className="stack">
            <h2>What keeps logs</h2>
            {sources.length === 0 ? (
              <Empty title="Nothing that was read keeps logs">No trail, event data store or flow log was found.</Empty>
            ) : (
              <Table
                label="Sources of logs"
                rows={sources}
                rowKey={({ kind, name }) => kind + name}
                columns={SOURCE_COLUMNS}
              />
            )}
            <div className="filters">
              <Select<Visibility | 'any'>
                label="Show"
                value={wanted as Visibility | 'any'}
                options={[
                  { value: 'any', label: 'all techniques' },
                  { value: 'detected', label: 'detected' },
                  { value: 'visible', label: 'visible in logs only' },
                  { value: 'blind', label: 'blind' },
                  { value: 'excluded', label: 'excluded' },
                ]}
                onChange={(value) => setSearch(value === 'any' ? {} : { show: value }, { replace: true })}
              />
            </div>
            <Table label="Techniques" rows={rows} rowKey={(one) => one.technique_id} columns={techniqueColumns(id)} />
          </div>
        );
      }}
    </QueryView>
  );
}

/** What is shown of each technique. */
const techniqueColumns = (account: string): Column<Coverage['TechniqueVisibility']>[] => [
  techniqueColumn(account),
  {
    id: 'visibility',
    title: 'State',
    cell: ({ unverified, visibility }) => (
      <>
        <Badge kind={entryFor(KINDS, visibility) ?? 'plain'}>{visibility}</Badge>{' '}
        {unverified && <Badge kind="warn">not certain</Badge>}
      </>
    ),
  },
  {
    id: 'log',
    title: 'Log and source',
    cell: ({ logs }) =>
      logs
        .flatMap(({ arrives, name }) => arrives.map(({ source }) => `${name} (${source})`))
        .filter((text, index, texts) => texts.indexOf(text) === index)
        .join('; '),
  },
  { id: 'missing', title: 'What is missing', cell: ({ reasons }) => reasons.join(' ') },
];
