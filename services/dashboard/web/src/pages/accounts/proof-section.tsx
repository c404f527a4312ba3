import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Coverage, coverage, coverageData, done } from '../../api/clients.js';
import { TechniqueNames } from '../../attack/technique-name.js';
import { useUnsaved } from '../../drafts/unsaved.js';
import { Button } from '../../ui/button.js';
import { Checkbox } from '../../ui/checkbox.js';
import { ConfirmButton, Dialog } from '../../ui/dialog.js';
import { DialogForm } from '../../ui/dialog-form.js';
import { TextField } from '../../ui/field.js';
import fieldStyles from '../../ui/field.module.css';
import { Select } from '../../ui/select.js';
import { Empty, QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import accountsStyles from './accounts.module.css';

/** When the detection was seen to fire, as people have recorded it. */
export function ProofSection({ detection }: { detection: Coverage['Detection'] }) {
  const [open, setOpen] = useState(false);
  const query = useQuery({
    queryKey: ['proof', detection.id],
    queryFn: () =>
      coverageData(
        coverage.GET('/detections/{id}/proof', { params: { path: { id: detection.id }, query: { limit: 50 } } }),
      ),
  });
  return (
    <section className="stack" aria-labelledby="proof">
      <div className="row-apart">
        <h2 id="proof">Seen to fire</h2>
        <Button onPress={() => setOpen(true)}>Record a firing</Button>
      </div>
      <QueryView query={query}>
        {({ proof }) =>
          proof.length === 0 ? (
            <Empty title="Never, as far as anybody has recorded">
              Record a finding, an alert or an exercise, and the techniques that it showed count as proven for 90 days.
            </Empty>
          ) : (
            <Table
              label="Firings"
              rows={proof}
              rowKey={({ id }) => id}
              columns={[
                { id: 'at', title: 'When', cell: ({ observed_at }) => <Time at={observed_at} /> },
                {
                  id: 'kind',
                  title: 'What',
                  cell: ({ kind, reference }) => <span className="wrap-anywhere">{`${kind} ${reference}`}</span>,
                },
                {
                  id: 'techniques',
                  title: 'Techniques',
                  cell: ({ technique_ids }) => (
                    <TechniqueNames ids={technique_ids} account={detection.cloud_account_id} />
                  ),
                },
                { id: 'note', title: 'Note', wideOnly: true, cell: ({ note }) => note },
                {
                  id: 'delete',
                  title: <span className="visually-hidden">Delete</span>,
                  cell: ({ id }) => <DeleteProof id={id} />,
                },
              ]}
            />
          )
        }
      </QueryView>
      <Dialog title="Record a firing" isOpen={open} onClose={() => setOpen(false)}>
        <ProofForm detection={detection} onDone={() => setOpen(false)} />
      </Dialog>
    </section>
  );
}

function DeleteProof({ id }: { id: string }) {
  const remove = useMutation({ mutationFn: () => done(coverage.DELETE('/proof/{id}', { params: { path: { id } } })) });
  return (
    <ConfirmButton
      kind="quiet"
      label="Delete"
      title="Delete this record?"
      confirm="Delete it"
      work={() => remove.mutateAsync()}
    >
      Techniques that nothing else proves count as not proven then.
    </ConfirmButton>
  );
}

type Kind = Coverage['Proof']['kind'];

function ProofForm({ detection, onDone }: { detection: Coverage['Detection']; onDone: () => void }) {
  const [kind, setKind] = useState<Kind>('alert');
  const [reference, setReference] = useState('');
  const shown = detection.mapped_techniques.filter(({ category }) => category === 'detect');
  const [techniques, setTechniques] = useState<readonly string[]>(
    shown.length === 1 ? shown.map((one) => one.technique_id) : [],
  );
  const [note, setNote] = useState('');
  useUnsaved(reference !== '' || note !== '');
  const save = useMutation({
    mutationFn: () =>
      coverageData(
        coverage.POST('/detections/{id}/proof', {
          params: { path: { id: detection.id } },
          body: {
            kind,
            reference: reference.trim(),
            technique_ids: [...techniques],
            ...(note.trim() === '' ? {} : { note: note.trim() }),
          },
        }),
      ),
    onSuccess: onDone,
  });
  return (
    <DialogForm work={save} submit="Record it" onCancel={onDone}>
      <Select<Kind>
        label="What it was"
        value={kind}
        options={[
          { value: 'alert', label: 'an alert' },
          { value: 'finding', label: 'a finding' },
          { value: 'exercise', label: 'an exercise' },
        ]}
        onChange={setKind}
      />
      <TextField label="Its id or name" isRequired value={reference} onChange={setReference} />
      {shown.length > 0 && (
        <fieldset className={accountsStyles.techniquesShown}>
          <legend className={fieldStyles.fieldLabel}>What it showed</legend>
          {shown.map(({ technique_id, technique_name }) => (
            <Checkbox
              key={technique_id}
              isSelected={techniques.includes(technique_id)}
              onChange={(on) =>
                setTechniques(on ? [...techniques, technique_id] : techniques.filter((one) => one !== technique_id))
              }
            >
              {technique_id} {technique_name}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <TextField label="Note" rows={2} value={note} onChange={setNote} />
    </DialogForm>
  );
}
