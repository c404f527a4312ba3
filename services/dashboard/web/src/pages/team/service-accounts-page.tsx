import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { Link } from 'react-router';
import { fieldError } from '../../api/api-error.js';
import { type Rules, rules, rulesData } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { ConfirmButton } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { Page } from '../../ui/page.js';
import { Empty, ErrorNotice, QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { say } from '../../ui/toast.js';
import styles from './team.module.css';
import { useServiceAccounts } from './team-query.js';
import { TeamTabs } from './team-tabs.js';
import { isWithoutTeam, WithoutTeam } from './without-team.js';

/** The team's service accounts: they hold keys that outlive every person. */
export function Component() {
  const query = useServiceAccounts();
  return (
    <Page title="Service accounts" about="They hold keys for what must go on when people leave. They take no seat.">
      {isWithoutTeam(query.error) ? (
        <WithoutTeam error={query.error} />
      ) : (
        <>
          <TeamTabs />
          <QueryView query={query}>
            {(accounts) => (
              <div className="stack">
                <MakeForm />
                {accounts.length === 0 ? (
                  <Empty title="No service account yet">
                    Make one for each thing that works for the team, such as “deploy”.
                  </Empty>
                ) : (
                  <Table
                    label="Service accounts"
                    rows={accounts}
                    rowKey={({ id }) => id}
                    columns={[
                      {
                        id: 'name',
                        title: 'Name',
                        cell: ({ id, name }) => <Link to={`/team/service-accounts/${id}`}>{name}</Link>,
                      },
                      { id: 'keys', title: 'Active keys', align: 'end', cell: ({ activeKeys }) => activeKeys },
                      { id: 'made', title: 'Made', cell: ({ createdAt }) => <Time at={createdAt} /> },
                      {
                        id: 'by',
                        title: 'By',
                        wideOnly: true,
                        cell: ({ createdBy }) => createdBy ?? 'somebody who is gone',
                      },
                      { id: 'actions', title: 'Actions', cell: (account) => <DeleteButton account={account} /> },
                    ]}
                  />
                )}
              </div>
            )}
          </QueryView>
        </>
      )}
    </Page>
  );
}

function MakeForm() {
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: () => rulesData(rules.POST('/v1/team/service-accounts', { body: { name: name.trim() } })),
    onSuccess: () => setName(''),
  });
  return (
    <Form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <div className="row-end">
        <div className={styles.teamGrow}>
          <TextField label="Name" isRequired value={name} onChange={setName} error={fieldError(make.error, 'name')} />
        </div>
        <Button kind="main" type="submit" pending={make.isPending}>
          Make a service account
        </Button>
      </div>
      {make.isError && <ErrorNotice error={make.error} />}
    </Form>
  );
}

function DeleteButton({ account: { id, name } }: { account: Rules['ServiceAccount'] }) {
  const remove = useMutation({
    mutationFn: () => rulesData(rules.DELETE('/v1/team/service-accounts/{id}', { params: { path: { id } } })),
    onSuccess: () => say(`“${name}” is deleted.`),
  });
  return (
    <ConfirmButton
      label="Delete"
      title={`Delete “${name}”?`}
      confirm="Delete it and its keys"
      work={() => remove.mutateAsync()}
    >
      Whatever uses its keys is refused from now on. What it made stays with the team.
    </ConfirmButton>
  );
}
