import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { useNavigate, useParams } from 'react-router';
import { type Coverage, coverage, coverageData, done } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { ConfirmButton } from '../../ui/dialog.js';
import { NotFoundPage } from '../../ui/not-found-page.js';
import { Page } from '../../ui/page.js';
import { ErrorNotice, QueryView } from '../../ui/states.js';
import { say } from '../../ui/toast.js';
import styles from '../accounts/accounts.module.css';
import { ConnectionSection } from './connection-section.js';
import { FeedingAccounts } from './feeding-accounts.js';
import { ImportSection } from './import-section.js';
import { RulesSection } from './rules-section.js';
import { kindName } from './words.js';

/** A SIEM: where its rules come from, the accounts that feed it, and its rules with whether they could fire. */
export function Component() {
  const id = useParams()['id'] ?? '';
  const query = useQuery({
    queryKey: ['siems', id],
    queryFn: () => coverageData(coverage.GET('/siems/{id}', { params: { path: { id } } })),
  });
  return (
    <QueryView query={query} missing={<NotFoundPage />}>
      {(siem) => (
        <Page title={siem.name} about={kindName(siem.kind)} actions={<DeleteSiem siem={siem} />}>
          <div className="stack">
            <div className={styles.overview}>
              <div className="stack">
                <ImportSection siem={siem} />
                <AccountsForm siem={siem} />
              </div>
              <ConnectionSection siem={siem} />
            </div>
            <RulesSection siem={siem} />
          </div>
        </Page>
      )}
    </QueryView>
  );
}

function AccountsForm({ siem }: { siem: Coverage['Siem'] }) {
  const [accounts, setAccounts] = useState<string[]>(siem.account_ids);
  const save = useMutation({
    mutationFn: () =>
      coverageData(
        coverage.PATCH('/siems/{id}', { params: { path: { id: siem.id } }, body: { account_ids: accounts } }),
      ),
    onSuccess: () => say('The accounts are saved, and their coverage is counted anew.'),
  });
  return (
    <Form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <h2>Accounts</h2>
      <FeedingAccounts value={accounts} onChange={setAccounts} />
      {save.isError && <ErrorNotice error={save.error} />}
      <div className="row">
        <Button type="submit" pending={save.isPending}>
          Save the accounts
        </Button>
      </div>
    </Form>
  );
}

function DeleteSiem({ siem }: { siem: Coverage['Siem'] }) {
  const navigate = useNavigate();
  const remove = useMutation({
    meta: { gone: siem.id },
    mutationFn: () => done(coverage.DELETE('/siems/{id}', { params: { path: { id: siem.id } } })),
    onSuccess: () => navigate('/siems'),
  });
  return (
    <ConfirmButton
      label="Delete the SIEM"
      title={`Delete “${siem.name}”?`}
      confirm="Delete it"
      work={() => remove.mutateAsync()}
    >
      Its rules go with it, and count in no account any more. Nothing in the SIEM changes.
    </ConfirmButton>
  );
}
