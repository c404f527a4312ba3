import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { coverage, coverageData } from '../../api/clients.js';
import { Code } from '../../ui/code.js';
import { Notice, QueryView } from '../../ui/states.js';
import { Tabs } from '../../ui/tabs.js';
import styles from './accounts.module.css';

/** The role that lets the scanner into every account of an organisation; asked for once it is opened. */
export function OrganizationRole({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Give every account the role</summary>
      {isOpen && <Role id={id} />}
    </details>
  );
}

function Role({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['organizations', id, 'role'],
    queryFn: () => coverageData(coverage.GET('/organizations/{id}/role', { params: { path: { id } } })),
  });
  return (
    <QueryView query={query} lines={8}>
      {({ cloudformation, role_name, terraform }) =>
        cloudformation === null || terraform === null ? (
          <Notice kind="warn">
            The scanner’s own identity is not known yet. The operator’s scan worker must be running; then open this
            anew.
          </Notice>
        ) : (
          <div className={`stack ${styles.policy}`}>
            <p>
              Deployed once, in the management account, it gives every account, also later ones, the role {role_name}.
              The management account itself is left out.
            </p>
            <Tabs
              label="Forms of the role"
              tabs={[
                {
                  id: 'cloudformation',
                  label: 'CloudFormation',
                  panel: <Form of={cloudformation} name="tripline-organization.json" what="the StackSet’s template" />,
                },
                {
                  id: 'terraform',
                  label: 'Terraform',
                  panel: <Form of={terraform} name="tripline-organization.tf.json" what="the Terraform file" />,
                },
              ]}
            />
          </div>
        )
      }
    </QueryView>
  );
}

const Form = ({ name, of, what }: { of: object; name: string; what: string }) => (
  <Code text={JSON.stringify(of, null, 2)} what={what} grammar="json" fileName={name} />
);
