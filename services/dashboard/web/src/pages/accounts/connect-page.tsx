import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Form } from 'react-aria-components';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { Code } from '../../ui/code.js';
import { CopyButton } from '../../ui/copy-button.js';
import { TextField } from '../../ui/field.js';
import { ErrorNotice, Notice, QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { useTitle } from '../../ui/title.js';
import { useAccount, useAccountId } from './account-queries.js';
import styles from './accounts.module.css';
import { ReadOrganization } from './organizations.js';
import { ROLE_NAME, roleArn } from './role-forms.js';
import { RoleWays } from './role-ways.js';
import { StartScan } from './start-scan.js';

/** The guide to the role that lets the scanner in. */
export function Component() {
  useTitle('Connect');
  const query = useAccount(useAccountId());
  return <QueryView query={query}>{(account) => <Guide account={account} />}</QueryView>;
}

const Guide = ({ account }: { account: Coverage['Account'] }) => {
  const { permissions, permissions_policy, trust_policy } = account.connection;
  return (
    <ol className={styles.steps}>
      <li className="card stack">
        <h2>Make a role that may only read</h2>
        <p>
          It lets in only Tripline’s scanner, and only with the external id of this account. Every action that it allows
          only reads.
        </p>
        {trust_policy === null || permissions_policy === null ? (
          <Notice kind="warn">
            The scanner’s own identity is not known yet, so there is no policy that lets it in. The operator’s scan
            worker must be running; then load this page again.
          </Notice>
        ) : (
          <RoleWays policies={{ trust: trust_policy, permissions: permissions_policy }}>
            <ByHand account={account} />
          </RoleWays>
        )}
        <details>
          <summary>What each of the {permissions.length} actions is for</summary>
          <Table
            label="Actions of the policy"
            rows={permissions}
            rowKey={({ action }) => action}
            columns={[
              { id: 'action', title: 'Action', cell: ({ action }) => <code className="wrap-anywhere">{action}</code> },
              { id: 'reason', title: 'Why a scan asks for it', cell: ({ reason }) => reason },
            ]}
          />
        </details>
      </li>
      <li className="card stack">
        <h2>Check that it lets the scanner in</h2>
        <RoleForm account={account} />
      </li>
      {account.status === 'connected' && (
        <li className="card stack">
          <h2>The accounts of its organization</h2>
          <ReadOrganization account={account.id} />
        </li>
      )}
    </ol>
  );
};

const ByHand = ({ account: { connection } }: { account: Coverage['Account'] }) => (
  <>
    <p>
      In the AWS console open IAM, Roles, “Create role”, “Custom trust policy”, and paste this. The external id is{' '}
      <code className="wrap-anywhere">{connection.external_id}</code>{' '}
      <CopyButton text={connection.external_id} what="the external id" />
    </p>
    <Policy document={connection.trust_policy} name="trust policy" />
    <p>Add this as an inline policy of the role, and call the role {ROLE_NAME}, or say below what it is called.</p>
    <Policy document={connection.permissions_policy} name="permissions policy" />
  </>
);

const Policy = ({ document, name }: { document: object | null; name: string }) => (
  <div className={styles.policy}>
    <Code
      text={JSON.stringify(document, null, 2)}
      what={`the ${name}`}
      grammar="json"
      fileName={`${name.replace(' ', '-')}.json`}
    />
  </div>
);

/** The role's ARN and whether it lets the scanner in. The one that the forms above make is looked for whenever the reader comes back to this page. */
const RoleForm = ({ account }: { account: Coverage['Account'] }) => {
  const [role, setRole] = useState(account.connection.role_arn ?? roleArn(account.external_account_id));
  const check = useMutation({
    mutationFn: async () => {
      const path = { id: account.id };
      if (role !== account.connection.role_arn)
        await coverageData(coverage.PATCH('/accounts/{id}', { params: { path }, body: { role_arn: role.trim() } }));
      return coverageData(coverage.POST('/accounts/{id}/verify', { params: { path } }));
    },
  });
  const isOpen = account.status !== 'connected' && check.data?.status !== 'connected';
  const { isPending, mutate } = check;
  useEffect(() => {
    if (!isOpen || isPending) return;
    const onReturn = (): void => {
      if (document.visibilityState === 'visible') mutate();
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  }, [isOpen, isPending, mutate]);
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate();
      }}
    >
      <TextField
        label="Role ARN"
        mono
        isRequired
        value={role}
        onChange={setRole}
        help={isOpen ? 'It is checked as soon as you come back to this page.' : undefined}
      />
      <div className="row">
        <Button kind="main" type="submit" pending={check.isPending}>
          Check the connection
        </Button>
      </div>
      {check.isError && <ErrorNotice error={check.error} />}
      {check.data !== undefined && <Verdict verdict={check.data} />}
      {/* The next step is here too: the page's own button may be scrolled out of sight. */}
      {check.data?.status === 'connected' && account.status === 'connected' && <StartScan account={account} />}
    </Form>
  );
};

interface VerifyAnswer {
  readonly status: Coverage['Account']['status'];
  readonly detail: string;
  readonly missing_actions: readonly string[];
  readonly warnings: readonly string[];
}

const Verdict = ({ verdict }: { verdict: VerifyAnswer }) => (
  <div className="stack" role="status">
    <Notice kind={verdict.status === 'connected' ? 'good' : 'bad'}>{verdict.detail}</Notice>
    {verdict.missing_actions.length > 0 && (
      <Notice kind="warn">
        <p>The role may not do these. What they read stays unknown; add them to its policy:</p>
        <ul>
          {verdict.missing_actions.map((action) => (
            <li key={action}>
              <code>{action}</code>
            </li>
          ))}
        </ul>
      </Notice>
    )}
    {verdict.warnings.map((warning) => (
      <Notice key={warning} kind="warn">
        {warning}
      </Notice>
    ))}
  </div>
);
