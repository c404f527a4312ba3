import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { type Rules, rules, rulesData } from '../../api/clients.js';
import { KeyForm, type NewKey } from '../../keys/key-form.js';
import { KeyTable } from '../../keys/key-table.js';
import { type MadeKey, ShownSecret } from '../../keys/shown-secret.js';
import { Button } from '../../ui/button.js';
import { ConfirmButton, Dialog } from '../../ui/dialog.js';
import { NotFoundPage } from '../../ui/not-found-page.js';
import { Page } from '../../ui/page.js';
import { Empty, QueryView } from '../../ui/states.js';
import { say } from '../../ui/toast.js';
import { useServiceAccounts } from './team-query.js';
import { TeamTabs } from './team-tabs.js';

/** One service account with its keys. */
export function Component() {
  const { id = '' } = useParams();
  const accounts = useServiceAccounts();
  const account = accounts.data?.find((one) => one.id === id);
  if (accounts.isSuccess && account === undefined) return <NotFoundPage />;
  return (
    <Page title={account?.name ?? 'Service account'} about={account?.email}>
      <TeamTabs />
      <QueryView query={accounts}>{() => <Keys id={id} />}</QueryView>
    </Page>
  );
}

function Keys({ id }: { id: string }) {
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<MadeKey>();
  const path = { id };
  const query = useQuery({
    queryKey: ['team', 'service-accounts', id, 'keys'],
    queryFn: async () => (await rulesData(rules.GET('/v1/team/service-accounts/{id}/keys', { params: { path } }))).keys,
  });
  const make = useMutation({
    mutationFn: (body: NewKey) =>
      rulesData(rules.POST('/v1/team/service-accounts/{id}/keys', { params: { path }, body: { ...body } })),
    onSuccess: (key) => {
      setMaking(false);
      setMade(key);
    },
  });
  const makeButton = (
    <Button kind="main" onPress={() => setMaking(true)}>
      Make a key
    </Button>
  );
  return (
    <section className="stack">
      <h2>Keys</h2>
      <QueryView query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty title="No key yet" action={makeButton}>
              It has five active keys at most.
            </Empty>
          ) : (
            <>
              <div className="row">{makeButton}</div>
              <KeyTable label="Keys" keys={keys} actions={(key) => <RevokeButton id={id} apiKey={key} />} />
            </>
          )
        }
      </QueryView>
      <Dialog title="Make a key" isOpen={making} onClose={() => setMaking(false)}>
        <KeyForm make={(key) => make.mutateAsync(key)} onCancel={() => setMaking(false)} />
      </Dialog>
      <ShownSecret made={made} onDone={() => setMade(undefined)} />
    </section>
  );
}

function RevokeButton({ id, apiKey: { name, prefix } }: { id: string; apiKey: Rules['ApiKey'] }) {
  const revoke = useMutation({
    mutationFn: () =>
      rulesData(rules.DELETE('/v1/team/service-accounts/{id}/keys/{prefix}', { params: { path: { id, prefix } } })),
    onSuccess: () => say(`The key “${name}” is revoked.`),
  });
  return (
    <ConfirmButton
      label="Revoke"
      title={`Revoke “${name}”?`}
      confirm="Revoke the key"
      work={() => revoke.mutateAsync()}
    >
      Whatever uses {prefix}… is refused from now on. This cannot be undone.
    </ConfirmButton>
  );
}
