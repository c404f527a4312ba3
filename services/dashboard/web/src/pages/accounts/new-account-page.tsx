import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { useNavigate } from 'react-router';
import { coverage, coverageData } from '../../api/clients.js';
import { useUnsaved } from '../../drafts/unsaved.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Page } from '../../ui/page.js';
import { ErrorNotice } from '../../ui/states.js';

/** Adds a cloud account; connecting it is the next page. */
export function Component() {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [number, setNumber] = useState('');
  const release = useUnsaved(name !== '' || number !== '');
  const add = useMutation({
    mutationFn: () =>
      coverageData(
        coverage.POST('/accounts', {
          body: { name: name.trim(), provider: 'aws', external_account_id: number.replace(/[\s-]/g, '') },
        }),
      ),
    onSuccess: ({ id }) => {
      release();
      return navigate(`/coverage/${id}/connect`);
    },
  });
  return (
    <Page title="Add a cloud account" about="Tripline reads the account’s detections and changes nothing in it.">
      <Form
        className="card stack narrow-form"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <TextField
          label="Name"
          help="As you call it, such as “production”."
          isRequired
          maxLength={200}
          value={name}
          onChange={setName}
        />
        <TextField
          label="AWS account number"
          help="Twelve digits; the AWS console shows it at the top right."
          isRequired
          inputMode="numeric"
          value={number}
          onChange={setNumber}
        />
        {add.isError && <ErrorNotice error={add.error} />}
        <div className="row">
          <Button kind="main" type="submit" pending={add.isPending}>
            Add the account
          </Button>
        </div>
      </Form>
    </Page>
  );
}
