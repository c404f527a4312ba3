import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { useNavigate } from 'react-router';
import { type Coverage, coverage, coverageData, done } from '../../api/clients.js';
import { useUnsaved } from '../../drafts/unsaved.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { ConfirmButton } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import { ErrorNotice, QueryView } from '../../ui/states.js';
import { useTitle } from '../../ui/title.js';
import { say } from '../../ui/toast.js';
import { useAccount, useAccountId } from './account-queries.js';

/** What can be set of an account. */
export function Component() {
  useTitle('Settings');
  const query = useAccount(useAccountId());
  return (
    <QueryView query={query}>
      {(account) => (
        <div className="stack">
          <SettingsForm account={account} />
          <div className="row">
            <ButtonLink to={`/coverage/${account.id}/connect`}>Connection guide</ButtonLink>
            <DeleteAccount account={account} />
          </div>
        </div>
      )}
    </QueryView>
  );
}

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '');

/** What can be typed, as text. */
const typedOf = ({ actor_ids, name, regions, schedule, tags }: Coverage['Account']) => ({
  name,
  schedule: schedule ?? '',
  regions: regions?.join(', ') ?? '',
  tags: tags.join(', '),
  actors: actor_ids.join(', '),
});
type Typed = ReturnType<typeof typedOf>;

/** The same as the API takes it. */
const settingsOf = ({ actors, name, regions, schedule, tags }: Typed) => ({
  name: name.trim(),
  schedule: schedule.trim() || null,
  regions: listOf(regions).length === 0 ? null : listOf(regions),
  tags: listOf(tags),
  actor_ids: listOf(actors),
});

function SettingsForm({ account }: { account: Coverage['Account'] }) {
  const [typed, setTyped] = useState(typedOf(account));
  const change = (name: keyof Typed) => (value: string) => setTyped((before) => ({ ...before, [name]: value }));
  const body = settingsOf(typed);
  useUnsaved(JSON.stringify(body) !== JSON.stringify(settingsOf(typedOf(account))));
  const save = useMutation({
    mutationFn: () => coverageData(coverage.PATCH('/accounts/{id}', { params: { path: { id: account.id } }, body })),
    onSuccess: () => say('The settings are saved.'),
  });
  return (
    <Form
      className="card stack narrow-form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextField label="Name" isRequired value={typed.name} onChange={change('name')} />
      <ScheduleField value={typed.schedule} onChange={change('schedule')} />
      <TextField
        label="Regions"
        help="Such as eu-west-1, us-east-1. Empty: every enabled region."
        value={typed.regions}
        onChange={change('regions')}
      />
      <TextField label="Tags" help="Words with commas in between." value={typed.tags} onChange={change('tags')} />
      <TextField
        label="Actors that concern you"
        help="ATT&CK ids of groups and campaigns, such as G0016, C0027; gaps say which of them use a technique."
        value={typed.actors}
        onChange={change('actors')}
      />
      {save.isError && <ErrorNotice error={save.error} />}
      <div className="row">
        <Button kind="main" type="submit" pending={save.isPending}>
          Save
        </Button>
      </div>
    </Form>
  );
}

const BY_CRON = 'cron';
/** Where somebody begins who wants another time than the usual ones. */
const FIRST_CRON = '0 5 * * *';
const NEVER = 'never';
const USUAL_SCHEDULES = [
  { value: NEVER, label: 'only when somebody asks' },
  { value: 'daily', label: 'every day' },
  { value: 'weekly', label: 'every week' },
] as const;

/** When scans begin by themselves: one of the usual times, or a cron expression. */
function ScheduleField({ onChange, value }: { value: string; onChange: (value: string) => void }) {
  const [byCron, setByCron] = useState(value !== '' && USUAL_SCHEDULES.every((usual) => usual.value !== value));
  return (
    <>
      <Select
        label="Scan schedule"
        value={byCron ? BY_CRON : value || NEVER}
        options={[...USUAL_SCHEDULES, { value: BY_CRON, label: 'at other times' }]}
        onChange={(next) => {
          setByCron(next === BY_CRON);
          onChange(next === BY_CRON ? FIRST_CRON : next === NEVER ? '' : next);
        }}
      />
      {byCron && (
        <TextField
          label="Cron expression"
          help="Minute, hour, day of the month, month and day of the week, in UTC: “0 5 * * *” is every day at five."
          mono
          isRequired
          value={value}
          onChange={onChange}
        />
      )}
    </>
  );
}

function DeleteAccount({ account }: { account: Coverage['Account'] }) {
  const navigate = useNavigate();
  const remove = useMutation({
    meta: { gone: account.id },
    mutationFn: () => done(coverage.DELETE('/accounts/{id}', { params: { path: { id: account.id } } })),
    onSuccess: () => navigate('/coverage'),
  });
  return (
    <ConfirmButton
      label="Delete the account"
      title={`Delete “${account.name}”?`}
      confirm="Delete it"
      work={() => remove.mutateAsync()}
    >
      Its scans, detections, history and decisions go with it, for good. Nothing in AWS changes.
    </ConfirmButton>
  );
}
