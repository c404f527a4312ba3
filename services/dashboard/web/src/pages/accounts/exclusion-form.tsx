import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { TechniqueField, typedId } from '../../attack/technique-field.js';
import { useUnsaved } from '../../drafts/unsaved.js';
import { DialogForm } from '../../ui/dialog-form.js';
import { TextField } from '../../ui/field.js';
import { Select } from '../../ui/select.js';

type Kind = Coverage['Exclusion']['kind'];

/** Leaves a technique out, with who answers for that and until when. */
export function ExclusionForm({
  account,
  onDone,
  technique = '',
}: {
  account: string;
  onDone: () => void;
  technique?: string;
}) {
  const [kind, setKind] = useState<Kind>('exclusion');
  const [techniqueId, setTechniqueId] = useState(technique);
  const [reason, setReason] = useState('');
  const [owner, setOwner] = useState('');
  const [until, setUntil] = useState('');
  useUnsaved(techniqueId !== technique || reason !== '' || owner !== '' || until !== '');
  const save = useMutation({
    mutationFn: () =>
      coverageData(
        coverage.POST('/accounts/{id}/exclusions', {
          params: { path: { id: account } },
          body: {
            kind,
            technique_id: typedId(techniqueId),
            reason: reason.trim(),
            owner: owner.trim(),
            ...(until === '' ? {} : { expires_at: new Date(`${until}T23:59:59`).toISOString() }),
          },
        }),
      ),
    onSuccess: onDone,
  });
  return (
    <DialogForm work={save} onCancel={onDone}>
      <TechniqueField value={techniqueId} onChange={setTechniqueId} />
      <Select<Kind>
        label="Decision"
        value={kind}
        options={[
          { value: 'exclusion', label: 'It does not concern us' },
          { value: 'accepted_risk', label: 'The risk is accepted' },
        ]}
        onChange={setKind}
      />
      <TextField label="Why" isRequired rows={3} value={reason} onChange={setReason} />
      <TextField label="Who answers for it" isRequired value={owner} onChange={setOwner} />
      <TextField label="Until" help="Empty: until somebody ends it." type="date" value={until} onChange={setUntil} />
    </DialogForm>
  );
}
