import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { Link, useNavigate } from 'react-router';
import { rules, rulesData } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { ErrorNotice } from '../../ui/states.js';
import { TEAM_AND_BRING } from './team-query.js';

/** For somebody in no team. */
export function MakeTeam() {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const make = useMutation({
    mutationFn: () => rulesData(rules.POST('/v1/team', { body: { name: name.trim() } })),
    onSuccess: () => navigate(TEAM_AND_BRING, { replace: true }),
  });
  return (
    <Form
      className="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <h2>You are in no team</h2>
      <p className="dim">
        Make one with tier team or enterprise (<Link to="/settings/plan">what each tier allows</Link>), or follow the
        link in the mail of somebody who invites you.
      </p>
      <TextField label="The team’s name" isRequired value={name} onChange={setName} />
      {make.isError && <ErrorNotice error={make.error} />}
      <div className="row">
        <Button kind="main" type="submit" pending={make.isPending}>
          Make the team
        </Button>
      </div>
    </Form>
  );
}
