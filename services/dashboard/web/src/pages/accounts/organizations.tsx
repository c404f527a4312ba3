import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Form } from 'react-aria-components';
import { Link, useNavigate } from 'react-router';
import { coverage, coverageData } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { ErrorNotice } from '../../ui/states.js';
import styles from './accounts.module.css';
import { useOrganizations } from './organization-queries.js';

const USUAL_ROLE = 'TriplineScanner';
/** What reading an organisation asks of the role: docs/organizations.md. */
const ACTIONS = [
  'organizations:DescribeOrganization',
  'organizations:ListRoots',
  'organizations:ListOrganizationalUnitsForParent',
  'organizations:ListAccountsForParent',
] as const;

/** The organisations that are here, each a link; nothing where there is none. */
export function Organizations() {
  const { data = [] } = useOrganizations();
  if (data.length === 0) return null;
  return (
    <ul className={`row ${styles.organizations}`} aria-label="Organizations">
      {data.map(({ accounts, accounts_here, external_organization_id: name, id }) => (
        <li key={id} className="card">
          <Link to={`/organizations/${id}`}>Organization {name}</Link>{' '}
          <span className="dim">
            {accounts_here} of {accounts} accounts
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Reads the organisation that an account manages, and leads to it. */
export function ReadOrganization({ account }: { account: string }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [role, setRole] = useState(USUAL_ROLE);
  const read = useMutation({
    mutationFn: () =>
      coverageData(
        coverage.POST('/accounts/{id}/organization', {
          params: { path: { id: account } },
          body: { role_name: role.trim() },
        }),
      ),
    onSuccess: async ({ organization }) => {
      await client.invalidateQueries({ queryKey: ['organizations'] });
      await navigate(`/organizations/${organization.id}`);
    },
  });
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        read.mutate();
      }}
    >
      <p>
        If this account manages an AWS organization, or is a delegated administrator of one, its other accounts can be
        listed and added from here, as far as your tier has places. Its role then needs four more actions, which only
        read:{' '}
        {ACTIONS.map((action, index) => (
          <Fragment key={action}>
            {index > 0 && ', '}
            <code className="wrap-anywhere">{action}</code>
          </Fragment>
        ))}
        .
      </p>
      <TextField
        label="Role in each account"
        help="What the scanner’s role is called there. The organization’s page has what makes it in all of them."
        value={role}
        onChange={setRole}
      />
      <div className="row">
        <Button type="submit" pending={read.isPending}>
          Read the organization
        </Button>
      </div>
      {read.isError && <ErrorNotice error={read.error} />}
    </Form>
  );
}
