import { useMutation, useQuery } from '@tanstack/react-query';
import { wordsFor } from '../../api/open-list.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Empty, QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { say } from '../../ui/toast.js';
import type { Delivery, Webhook, WebhookStore } from './webhook-stores.js';

const STATE_WORDS = { pending: 'on its way', delivered: 'delivered', failed: 'failed' };
const STATE_KINDS: Readonly<Record<string, 'good' | 'bad' | 'info'>> = {
  pending: 'info',
  delivered: 'good',
  failed: 'bad',
};
const LOOK_AGAIN_MS = 2000;

/** What a webhook was told last. It looks again for as long as something is on its way. */
export function WebhookDeliveries({ webhook, store }: { webhook: Webhook; store: WebhookStore }) {
  const query = useQuery({
    queryKey: ['webhook-deliveries', webhook.id],
    queryFn: () => store.deliveries(webhook.id),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'pending') ? LOOK_AGAIN_MS : false),
  });
  return (
    <section className="stack">
      <h2>Deliveries to {webhook.url}</h2>
      <QueryView query={query}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <Empty title="Nothing was told yet">The next event that it is told of is shown here.</Empty>
          ) : (
            <Table
              label="Deliveries"
              rows={deliveries}
              rowKey={({ id }) => id}
              columns={[
                { id: 'at', title: 'Happened', cell: ({ createdAt }) => <Time at={createdAt} /> },
                { id: 'type', title: 'Event', cell: (delivery) => <EventType {...{ delivery, store }} /> },
                { id: 'state', title: 'State', cell: (delivery) => <State delivery={delivery} /> },
                { id: 'attempts', title: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
                {
                  id: 'actions',
                  title: 'Actions',
                  cell: (delivery) => delivery.state !== 'pending' && <AgainButton {...{ webhook, store, delivery }} />,
                },
              ]}
            />
          )
        }
      </QueryView>
    </section>
  );
}

const EventType = ({ delivery: { test, type }, store }: { delivery: Delivery; store: WebhookStore }) => (
  <>
    {wordsFor(store.events, type)} {test && <Badge kind="info">test</Badge>}
  </>
);

const State = ({ delivery: { error, nextAttemptAt, state } }: { delivery: Delivery }) => (
  <>
    <Badge kind={STATE_KINDS[state] ?? 'info'}>{wordsFor(STATE_WORDS, state)}</Badge> {error}
    {nextAttemptAt !== null && error !== null && (
      <span className="dim">
        {' '}
        Next attempt <Time at={nextAttemptAt} relative />.
      </span>
    )}
  </>
);

function AgainButton({ delivery, store, webhook }: { delivery: Delivery; store: WebhookStore; webhook: Webhook }) {
  const again = useMutation({
    mutationFn: () => store.redeliver(webhook.id, delivery.id),
    onSuccess: () => say('It is on its way again.'),
    onError: ({ message }) => say(message),
  });
  return (
    <Button pending={again.isPending} onPress={() => again.mutate()}>
      Send again
    </Button>
  );
}
