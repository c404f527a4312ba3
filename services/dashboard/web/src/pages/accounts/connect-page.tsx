import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
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

/** The guide to the role that lets the scanner in. */
export function Component() {
  useTitle('Connect');
  const query = useAccount(useAccountId());
  return <QueryView query={query}>{(account) => <Guide account={account} />}</QueryView>;
}

const Guide = ({ account }: { account: Coverage['Account'] }) => {
  const { external_id, permissions, permissions_policy, trust_policy } = account.connection;
  return (
    <ol className={styles.steps}>
      <li className="card stack">
        <h2>Make a role in AWS</h2>
        <p>
          In the AWS console open IAM, Roles, “Create role”, “Custom trust policy”, and paste this. It lets only
          Tripline’s scanner in, and only with the external id of this account:{' '}
          <code className="wrap-anywhere">{external_id}</code> <CopyButton text={external_id} what="the external id" />
        </p>
        <Policy document={trust_policy} name="trust policy" />
      </li>
      <li className="card stack">
        <h2>Let it read</h2>
        <p>Add this as an inline policy of the role. Every action in it only reads.</p>
        <Policy document={permissions_policy} name="permissions policy" />
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
        <h2>Say which role it is, and check</h2>
        <RoleForm account={account} />
      </li>
    </ol>
  );
};

const Policy = ({ document, name }: { document: object | null; name: string }) =>
  document === null ? (
    <Notice kind="warn">
      The scanner’s own identity is not known yet, so there is no {name}. The operator’s scan worker must be running;
      then load this page again.
    </Notice>
  ) : (
    <div className={styles.policy}>
      <Code
        text={JSON.stringify(document, null, 2)}
        what={`the ${name}`}
        grammar="json"
        fileName={`${name.replace(' ', '-')}.json`}
      />
    </div>
  );

const RoleForm = ({ account }: { account: Coverage['Account'] }) => {
  const [role, setRole] = useState(account.connection.role_arn ?? `arn:aws:iam::${account.external_account_id}:role/`);
  const check = useMutation({
    mutationFn: async () => {
      const path = { id: account.id };
      if (role !== account.connection.role_arn)
        await coverageData(coverage.PATCH('/accounts/{id}', { params: { path }, body: { role_arn: role.trim() } }));
      return coverageData(coverage.POST('/accounts/{id}/verify', { params: { path } }));
    },
  });
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate();
      }}
    >
      <TextField label="Role ARN" mono isRequired value={role} onChange={setRole} />
      <div className="row">
        <Button kind="main" type="submit" pending={check.isPending}>
          Check the connection
        </Button>
      </div>
      {check.isError && <ErrorNotice error={check.error} />}
      {check.data !== undefined && <Verdict verdict={check.data} />}
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
