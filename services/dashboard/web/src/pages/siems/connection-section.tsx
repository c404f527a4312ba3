import { useMutation } from '@tanstack/react-query';
import type { Known } from '@tripline/client/typed-client';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { ApiError } from '../../api/api-error.js';
import { type Coverage, coverage, coverageData, done } from '../../api/clients.js';
import { queryClient } from '../../api/query-client.js';
import { Button } from '../../ui/button.js';
import { ConfirmButton } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import { ErrorNotice, Notice } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { say } from '../../ui/toast.js';
import { ClosedGaps, importing } from './closed-gaps.js';
import { importedWords, ShownDiff } from './shown-diff.js';

type Siem = Coverage['Siem'];

/** What people call the address and the token of a product. The kinds that are not here are imported by file alone. */
const WORDS: Readonly<
  Partial<Record<Known<Siem['kind']>, { readonly address: string; readonly token: string; readonly tokenHelp: string }>>
> = {
  splunk: {
    address: 'The management port, such as https://splunk.example.com:8089.',
    token: 'Token',
    tokenHelp: 'Of a user who sees the saved searches, macros and fired alerts of all apps.',
  },
  elastic: {
    address: 'Kibana, with /s/SPACE for another than the default space.',
    token: 'API key',
    tokenHelp: 'As Kibana shows it, encoded. It needs to read the rules of Security.',
  },
  sentinel: {
    address: 'https://management.azure.com and the id of the workspace’s resource.',
    token: 'Secret of the application',
    tokenHelp: 'The application needs the role Microsoft Sentinel Reader.',
  },
};
const OFTEN = [
  { value: '', label: 'only when I ask' },
  { value: '1', label: 'every hour' },
  { value: '6', label: 'every 6 hours' },
  { value: '24', label: 'every day' },
  { value: '168', label: 'every week' },
];

/** How the API of a SIEM is reached, and an import from it; nothing for a kind that is imported by file alone. */
export function ConnectionSection({ siem }: { siem: Siem }) {
  // What was said of the connection before it was saved is of another one.
  const [saves, setSaves] = useState(0);
  const words = WORDS[siem.kind as Known<Siem['kind']>];
  if (words === undefined) return null;
  return (
    <section className="card stack" aria-labelledby="connection">
      <h2 id="connection">Connection</h2>
      {siem.connection !== null && <Connected key={saves} siem={siem} connection={siem.connection} />}
      <ConnectionForm
        key={String(siem.connection === null)}
        siem={siem}
        words={words}
        onSaved={() => setSaves(saves + 1)}
      />
    </section>
  );
}

function Connected({ siem, connection }: { siem: Siem; connection: NonNullable<Siem['connection']> }) {
  const pull = (query: { apply?: boolean; expect?: string }) =>
    coverageData(coverage.POST('/siems/{id}/connection/import', { params: { path: { id: siem.id }, query } }));
  // The service notes what came of each try, and may have imported by itself in the meantime.
  const askAnew = () => queryClient.invalidateQueries({ queryKey: ['siems', siem.id] });
  const look = useMutation({ mutationFn: () => pull({}), onError: askAnew });
  const apply = useMutation({
    mutationFn: (digest: string) => importing(siem, () => pull({ apply: true, expect: digest })),
    onSuccess: ({ diff }) => {
      look.reset();
      say(importedWords(diff));
    },
    onError: async (error) => {
      await askAnew();
      if (error instanceof ApiError && error.status === 409) look.mutate();
    },
  });
  const disconnect = useMutation({
    mutationFn: () => done(coverage.DELETE('/siems/{id}/connection', { params: { path: { id: siem.id } } })),
    onSuccess: () => say('The SIEM is not connected any more. Its token is deleted.'),
  });
  const { error } = connection;
  return (
    <>
      <Tries connection={connection} />
      {error !== null && !look.isError && <Notice kind="warn">The last import failed. {error}</Notice>}
      <div className="row">
        <Button
          pending={look.isPending}
          onPress={() => {
            apply.reset();
            look.mutate();
          }}
        >
          Look for changes now
        </Button>
        <ConfirmButton
          label="Disconnect"
          title={`Disconnect “${siem.name}”?`}
          confirm="Disconnect it"
          work={() => disconnect.mutateAsync()}
        >
          Its token is deleted here. Its rules stay as the last import left them.
        </ConfirmButton>
      </div>
      {look.isError && <ErrorNotice error={look.error} />}
      {apply.isError && <ErrorNotice error={apply.error} />}
      {look.data !== undefined && !look.isPending && (
        <ShownDiff diff={look.data} what="The SIEM" pending={apply.isPending} onApply={apply.mutate} />
      )}
      {apply.data !== undefined && <ClosedGaps siem={siem} imported={apply.data} />}
    </>
  );
}

/** When the SIEM was asked last, and when it will be again. */
function Tries({ connection: { next_at, tried_at } }: { connection: NonNullable<Siem['connection']> }) {
  return (
    <p>
      {tried_at === null ? (
        'It was not asked yet.'
      ) : (
        <>
          It was last asked <Time at={tried_at} relative />.
        </>
      )}
      {next_at !== null && (
        <>
          {' '}
          The next import by itself is due <Time at={next_at} relative />.
        </>
      )}
    </p>
  );
}

/** An address as it is stored: a host has small letters and no usual port, and no slash ends it. */
function asStored(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

function ConnectionForm({
  siem,
  words,
  onSaved,
}: {
  siem: Siem;
  words: NonNullable<(typeof WORDS)['splunk']>;
  onSaved: () => void;
}) {
  const known = siem.connection;
  const [address, setAddress] = useState(known?.address ?? '');
  const [tenant, setTenant] = useState(known?.tenant_id ?? '');
  const [client, setClient] = useState(known?.client_id ?? '');
  const [token, setToken] = useState('');
  const [often, setOften] = useState(String(known?.every_hours ?? ''));
  const isSentinel = siem.kind === 'sentinel';
  const isSame =
    known !== null && asStored(address) === known.address && (!isSentinel || tenant.trim() === known.tenant_id);
  const save = useMutation({
    mutationFn: () =>
      coverageData(
        coverage.PUT('/siems/{id}/connection', {
          params: { path: { id: siem.id } },
          body: {
            address: address.trim(),
            every_hours: often === '' ? null : Number(often),
            ...(token === '' ? {} : { token: token.trim() }),
            ...(isSentinel ? { tenant_id: tenant.trim(), client_id: client.trim() } : {}),
            ...(isSentinel && known?.login_address ? { login_address: known.login_address } : {}),
          },
        }),
      ),
    onSuccess: () => {
      setToken('');
      onSaved();
      say('The connection is saved.');
    },
  });
  return (
    <Form
      className="stack narrow-form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextField
        label="Address"
        help={words.address}
        isRequired
        maxLength={1000}
        value={address}
        onChange={setAddress}
      />
      {isSentinel && (
        <>
          <TextField label="Tenant id" isRequired maxLength={100} value={tenant} onChange={setTenant} />
          <TextField label="Application (client) id" isRequired maxLength={36} value={client} onChange={setClient} />
        </>
      )}
      <TextField
        label={words.token}
        help={`${words.tokenHelp} It is stored sealed and never shown again.${known === null ? '' : isSame ? ' Empty: the one that is stored stays.' : ' The one that is stored was given for another place and stays there: give it again.'}`}
        type="password"
        autoComplete="off"
        isRequired={!isSame}
        maxLength={10_000}
        value={token}
        onChange={setToken}
      />
      <Select
        label="Import by itself"
        value={often}
        options={
          OFTEN.some(({ value }) => value === often)
            ? OFTEN
            : [...OFTEN, { value: often, label: `every ${often} hours` }]
        }
        onChange={setOften}
      />
      {save.isError && <ErrorNotice error={save.error} />}
      <div className="row">
        <Button type="submit" pending={save.isPending}>
          {known === null ? 'Connect' : 'Save the connection'}
        </Button>
      </div>
    </Form>
  );
}
