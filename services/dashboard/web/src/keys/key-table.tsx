import type { ReactNode } from 'react';
import type { Rules } from '../api/clients.js';
import { Badge } from '../ui/badge.js';
import { Table } from '../ui/table.js';
import { Time } from '../ui/time.js';
import styles from './keys.module.css';
import { SCOPES } from './scopes.js';

type Key = Rules['ApiKey'];

/** Keys by their prefixes, with what narrows them and how they are used. `actions` are what can be done to one. */
export const KeyTable = ({
  label,
  keys,
  actions,
}: {
  label: string;
  keys: readonly Key[];
  actions: (key: Key) => ReactNode;
}) => (
  <Table
    label={label}
    rows={keys}
    rowKey={({ prefix }) => prefix}
    columns={[
      {
        id: 'name',
        title: 'Key',
        cell: ({ name, prefix, replacedBy }) => (
          <>
            {name} {replacedBy !== null && <Badge kind="warn">replaced</Badge>}
            <br />
            <code className="dim">{prefix}…</code>
          </>
        ),
      },
      { id: 'scopes', title: 'May', cell: (key) => <Reach apiKey={key} /> },
      { id: 'ends', title: 'Ends', cell: ({ expiresAt }) => (expiresAt === null ? 'never' : <Time at={expiresAt} />) },
      {
        id: 'used',
        title: 'Last used',
        cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <Time at={lastUsedAt} relative />),
      },
      {
        id: 'today',
        title: 'Reports today',
        align: 'end',
        cell: ({ usedToday, dailyLimit }) => `${usedToday} of ${dailyLimit}`,
      },
      { id: 'actions', title: 'Actions', cell: (key) => <div className="row">{actions(key)}</div> },
    ]}
  />
);

const Reach = ({ apiKey: { scopes, allowedIps } }: { apiKey: Key }) => (
  <>
    {scopes.length === SCOPES.length ? (
      'Full access'
    ) : (
      <span className={styles.keyListScopes}>
        {scopes.map((scope) => (
          <Badge key={scope}>{scope}</Badge>
        ))}
      </span>
    )}
    {allowedIps !== null && (
      <span className="dim">
        <br />
        from {allowedIps.join(', ')}
      </span>
    )}
  </>
);
