import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Rules } from '../../api/clients.js';
import { useConfig } from '../../api/config.js';
import { useProfile } from '../../api/profile.js';
import { KeyForm } from '../../keys/key-form.js';
import { KeyTable } from '../../keys/key-table.js';
import { type OwnKeys, ownKeysOf } from '../../keys/own-keys.js';
import { type MadeKey, ShownSecret } from '../../keys/shown-secret.js';
import { Button } from '../../ui/button.js';
import { ConfirmButton, Dialog } from '../../ui/dialog.js';
import { DialogForm } from '../../ui/dialog-form.js';
import { Page } from '../../ui/page.js';
import { Select } from '../../ui/select.js';
import { Empty, Notice, QueryView } from '../../ui/states.js';
import { ToPlan } from '../../ui/to-plan.js';
import { say } from '../../ui/toast.js';

/** One's own API keys. */
export function Component() {
  const profile = useProfile();
  return (
    <QueryView query={profile}>
      {({ effectiveTier, limits }) =>
        effectiveTier === 'free' ? (
          <Page title="API keys" about="A key opens both services for programs.">
            <Empty title="Your tier has no API keys" action={<ToPlan />}>
              They come with tier individual and above.
            </Empty>
          </Page>
        ) : (
          <KeysPage most={limits['activeKeys']} store={ownKeysOf(effectiveTier)} />
        )
      }
    </QueryView>
  );
}

function KeysPage({ most, store }: { most: number | undefined; store: OwnKeys }) {
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<MadeKey>();
  const query = useQuery({ queryKey: ['api-keys'], queryFn: store.list });
  const make = useMutation({
    mutationFn: store.make,
    onSuccess: (key) => {
      setMaking(false);
      setMade(key);
    },
  });
  // A key that was rotated takes no place while the one after it is good.
  const active = query.data?.filter(({ replacedBy }) => replacedBy === null).length;
  return (
    <Page
      title="API keys"
      about="A key opens both services for programs. It can do at most what you can."
      actions={
        <Button kind="main" isDisabled={query.data === undefined} onPress={() => setMaking(true)}>
          Make a key
        </Button>
      }
    >
      <AllUsed active={active} most={most} />
      <QueryView query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <NoKey onMake={() => setMaking(true)} />
          ) : (
            <>
              <KeyTable
                label="API keys"
                keys={keys}
                actions={(key) => (
                  <>
                    {key.replacedBy === null && <RotateButton apiKey={key} store={store} onMade={setMade} />}
                    <RevokeButton apiKey={key} store={store} />
                  </>
                )}
              />
              {active !== undefined && most !== undefined && (
                <p className="dim">
                  {active} of {most} keys of your tier are in use.
                </p>
              )}
            </>
          )
        }
      </QueryView>
      <HowToUse />
      <Dialog title="Make a key" isOpen={making} onClose={() => setMaking(false)}>
        <KeyForm make={(key) => make.mutateAsync(key)} onCancel={() => setMaking(false)} />
      </Dialog>
      <ShownSecret made={made} onDone={() => setMade(undefined)} />
    </Page>
  );
}

/** That a tier has no room for another key. */
const AllUsed = ({ active, most }: { active: number | undefined; most: number | undefined }) =>
  active !== undefined &&
  most !== undefined &&
  active >= most && (
    <Notice kind="info">
      <p>
        Your tier has {most} active keys, and you have {active}. Revoke one before you make another.
      </p>
    </Notice>
  );

const NoKey = ({ onMake }: { onMake: () => void }) => (
  <Empty title="No key yet" action={<Button onPress={onMake}>Make your first key</Button>}>
    Make one for each program: then you see which is used, and can revoke one without touching the others.
  </Empty>
);

function HowToUse() {
  const { data: config } = useConfig();
  return (
    <section className="card">
      <h2>How it is used</h2>
      <p>
        At the rules service{config && <> ({config.rulesUrl})</>}, send <code>Authorization: Bearer …</code>
      </p>
      <p>
        At the coverage service{config && <> ({config.coverageUrl})</>}, send <code>X-API-Key: …</code>
      </p>
    </section>
  );
}

function RevokeButton({ apiKey: { prefix, name }, store }: { apiKey: Rules['ApiKey']; store: OwnKeys }) {
  const revoke = useMutation({
    mutationFn: () => store.revoke(prefix),
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

type Overlap = '0' | '3600' | '86400' | '604800';

function RotateButton({
  apiKey,
  store,
  onMade,
}: {
  apiKey: Rules['ApiKey'];
  store: OwnKeys;
  onMade: (key: MadeKey) => void;
}) {
  const [open, setOpen] = useState(false);
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const rotate = useMutation({
    mutationFn: () => store.rotate(apiKey.prefix, Number(overlap)),
    onSuccess: (key) => {
      setOpen(false);
      onMade(key);
    },
  });
  return (
    <>
      <Button onPress={() => setOpen(true)}>Rotate</Button>
      <Dialog title={`Rotate “${apiKey.name}”`} isOpen={open} onClose={() => setOpen(false)}>
        <DialogForm work={rotate} submit="Rotate the key" onCancel={() => setOpen(false)}>
          <p>You get a new key of the same name, scopes and addresses.</p>
          <Select<Overlap>
            label="The old one ends"
            value={overlap}
            options={[
              { value: '0', label: 'at once' },
              { value: '3600', label: 'in an hour' },
              { value: '86400', label: 'in a day' },
              { value: '604800', label: 'in a week' },
            ]}
            onChange={setOverlap}
          />
        </DialogForm>
      </Dialog>
    </>
  );
}
