import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { useNavigate } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { useUnsaved } from '../../drafts/unsaved.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Page } from '../../ui/page.js';
import { Select } from '../../ui/select.js';
import { ErrorNotice } from '../../ui/states.js';
import { FeedingAccounts } from './feeding-accounts.js';
import { KINDS } from './words.js';

/** Adds a SIEM; importing its rules is the next page. */
export function Component() {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Coverage['Siem']['kind']>('splunk');
  const [accounts, setAccounts] = useState<string[]>([]);
  const release = useUnsaved(name !== '' || accounts.length > 0);
  const add = useMutation({
    mutationFn: () =>
      coverageData(coverage.POST('/siems', { body: { name: name.trim(), kind, account_ids: accounts } })),
    onSuccess: ({ id }) => {
      release();
      return navigate(`/siems/${id}`);
    },
  });
  return (
    <Page
      title="Add a SIEM"
      about="Tripline reads the rules from a file that the SIEM exports, or asks its API for them."
    >
      <Form
        className="card stack narrow-form"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <TextField
          label="Name"
          help="As you call it, such as “Splunk of the SOC”."
          isRequired
          maxLength={100}
          value={name}
          onChange={setName}
        />
        <Select label="Kind" value={kind} options={KINDS} onChange={setKind} />
        <FeedingAccounts value={accounts} onChange={setAccounts} />
        {add.isError && <ErrorNotice error={add.error} />}
        <div className="row">
          <Button kind="main" type="submit" pending={add.isPending}>
            Add the SIEM
          </Button>
        </div>
      </Form>
    </Page>
  );
}
