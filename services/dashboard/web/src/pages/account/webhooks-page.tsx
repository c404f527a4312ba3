import { useMutation, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useProfile } from '../../api/profile.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/copy-button.js';
import { ConfirmButton, Dialog } from '../../ui/dialog.js';
import dialogStyles from '../../ui/dialog.module.css';
import { Page } from '../../ui/page.js';
import { Empty, ErrorNotice, Loading, Notice, QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { ToPlan } from '../../ui/to-plan.js';
import { say } from '../../ui/toast.js';
import styles from './account.module.css';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { WebhookForm } from './webhook-form.js';
import { type MadeWebhook, type Webhook, type WebhookStore, webhookStoresOf } from './webhook-stores.js';

const ABOUT = 'An address of yours that is told what happened, in place of asking for it.';

/** The webhooks of both services. */
export function Component() {
  const profile = useProfile();
  return (
    <QueryView query={profile}>
      {({ effectiveTier }) => {
        const stores = webhookStoresOf(effectiveTier);
        return stores.length === 0 ? (
          <Page title="Webhooks" about={ABOUT}>
            <Empty title="Your tier has no webhooks" action={<ToPlan />}>
              They come with tier individual and above.
            </Empty>
          </Page>
        ) : (
          <WebhooksPage stores={stores} />
        );
      }}
    </QueryView>
  );
}

/** A webhook with the service that it belongs to. */
interface Kept {
  readonly webhook: Webhook;
  readonly store: WebhookStore;
}

function WebhooksPage({ stores }: { stores: readonly WebhookStore[] }) {
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<MadeWebhook>();
  const [shown, setShown] = useState<string>();
  const queries = useQueries({
    queries: stores.map((store) => ({
      queryKey: ['webhooks', store.service],
      queryFn: async (): Promise<Kept[]> => (await store.list()).map((webhook) => ({ webhook, store })),
    })),
  });
  const all = queries.flatMap(({ data = [] }) => data);
  const open = all.find(({ webhook }) => webhook.id === shown);
  return (
    <Page
      title="Webhooks"
      about={ABOUT}
      actions={
        <Button kind="main" onPress={() => setMaking(true)}>
          Make a webhook
        </Button>
      }
    >
      {queries.map(({ error, refetch }, index) =>
        error === null ? null : <ErrorNotice key={stores[index]?.service} error={error} retry={() => void refetch()} />,
      )}
      {queries.some(({ isPending }) => isPending) ? <Loading /> : <List all={all} onMade={setMade} onOpen={setShown} />}
      {open !== undefined && <WebhookDeliveries {...open} />}
      <Dialog title="Make a webhook" isOpen={making} onClose={() => setMaking(false)}>
        <WebhookForm
          stores={stores}
          onMade={(webhook) => {
            setMaking(false);
            setMade(webhook);
          }}
          onCancel={() => setMaking(false)}
        />
      </Dialog>
      <ShownSecret made={made} onDone={() => setMade(undefined)} />
    </Page>
  );
}

function List({
  all,
  onMade,
  onOpen,
}: {
  all: readonly Kept[];
  onMade: (made: MadeWebhook) => void;
  onOpen: (id: string) => void;
}) {
  if (all.length === 0)
    return (
      <Empty title="No webhook yet">
        Make one for a chat channel, a ticket system or a SOAR: it is called when coverage got worse, or a report was
        read.
      </Empty>
    );
  return (
    <Table
      label="Webhooks"
      rows={all}
      rowKey={({ webhook }) => webhook.id}
      columns={[
        {
          id: 'url',
          title: 'Address',
          cell: ({ webhook: { active, description, url } }) => (
            <>
              <code>{url}</code> {!active && <Badge kind="warn">switched off</Badge>}
              <br />
              <span className="dim">{description}</span>
            </>
          ),
        },
        {
          id: 'events',
          title: 'Told of',
          cell: ({ store, webhook }) => webhook.events.map((one) => store.events[one] ?? one).join(', '),
        },
        {
          id: 'actions',
          title: 'Actions',
          cell: (kept) => (
            <div className="row">
              <Button onPress={() => onOpen(kept.webhook.id)}>Deliveries</Button>
              {kept.webhook.active && <TestButton {...kept} onSent={() => onOpen(kept.webhook.id)} />}
              <SwitchButton {...kept} />
              <RotateButton {...kept} onMade={onMade} />
              <DeleteButton {...kept} />
            </div>
          ),
        },
      ]}
    />
  );
}

function TestButton({ onSent, store, webhook: { id } }: Kept & { onSent: () => void }) {
  const send = useMutation({
    mutationFn: () => store.test(id),
    onSuccess: () => {
      say('An example is on its way.');
      onSent();
    },
    onError: ({ message }) => say(message),
  });
  return (
    <Button pending={send.isPending} onPress={() => send.mutate()}>
      Send a test
    </Button>
  );
}

function SwitchButton({ store, webhook: { active, id } }: Kept) {
  const change = useMutation({
    mutationFn: () => store.setActive(id, !active),
    onError: ({ message }) => say(message),
  });
  return (
    <Button pending={change.isPending} onPress={() => change.mutate()}>
      {active ? 'Switch off' : 'Switch on'}
    </Button>
  );
}

function RotateButton({ onMade, store, webhook: { id, url } }: Kept & { onMade: (made: MadeWebhook) => void }) {
  const rotate = useMutation({ mutationFn: () => store.rotate(id), onSuccess: onMade });
  return (
    <ConfirmButton
      label="New secret"
      title={`Replace the secret of ${url}?`}
      confirm="Replace the secret"
      kind="plain"
      work={() => rotate.mutateAsync()}
    >
      For 24 hours calls carry a signature by each of the two.
    </ConfirmButton>
  );
}

function DeleteButton({ store, webhook: { id, url } }: Kept) {
  const remove = useMutation({
    mutationFn: () => store.remove(id),
    onSuccess: () => say('The webhook is deleted.'),
    meta: { gone: id },
  });
  return (
    <ConfirmButton
      label="Delete"
      title={`Delete ${url}?`}
      confirm="Delete the webhook"
      work={() => remove.mutateAsync()}
    >
      It is told of nothing from now on, and its deliveries go with it.
    </ConfirmButton>
  );
}

/** Shows a secret this once. A click beside the dialog does not close it. */
const ShownSecret = ({ made, onDone }: { made: MadeWebhook | undefined; onDone: () => void }) => (
  <Dialog title="The webhook’s secret" isOpen={made !== undefined} onClose={onDone} keepOpen>
    <div className="stack">
      <Notice kind="warn">
        <p>Copy it now: it is shown this once. By it your side checks that a call is ours (Standard Webhooks).</p>
      </Notice>
      <p className="dim">{made?.url}</p>
      <code className={styles.accountSecret}>{made?.secret}</code>
      <div className={`row ${dialogStyles.dialogActions}`}>
        <CopyButton text={made?.secret ?? ''} what="the secret" label="Copy the secret" />
        <Button kind="main" onPress={onDone}>
          I have stored it
        </Button>
      </div>
    </div>
  </Dialog>
);
