import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { TechniqueField, typedId } from '../../attack/technique-field.js';
import { useUnsaved } from '../../drafts/unsaved.js';
import { Button } from '../../ui/button.js';
import { Choice } from '../../ui/choice.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogForm } from '../../ui/dialog-form.js';
import { TextField } from '../../ui/field.js';
import { EndDecision } from './end-decision.js';

type Mapped = Coverage['Detection']['mapped_techniques'][number];

/** Says with a reason that a detection covers a technique or does not, against the mapping; without a technique one is asked for. */
export function OverrideButton({ detection, technique }: { detection: Coverage['Detection']; technique?: Mapped }) {
  const [open, setOpen] = useState(false);
  if (technique?.override)
    return (
      <EndDecision kind="overrides" id={technique.override.id}>
        The mapping then says again what the detection covers.
      </EndDecision>
    );
  return (
    <>
      <Button
        kind={technique === undefined ? 'plain' : 'quiet'}
        aria-label={technique === undefined ? undefined : `Override ${technique.technique_id}`}
        onPress={() => setOpen(true)}
      >
        {technique === undefined ? 'Add a technique' : 'Override'}
      </Button>
      <Dialog
        title={technique === undefined ? 'Add a technique' : `Override ${technique.technique_id}`}
        isOpen={open}
        onClose={() => setOpen(false)}
      >
        <OverrideForm detection={detection} technique={technique} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function OverrideForm({
  detection,
  onDone,
  technique,
}: {
  detection: Coverage['Detection'];
  technique: Mapped | undefined;
  onDone: () => void;
}) {
  const [techniqueId, setTechniqueId] = useState(technique?.technique_id ?? '');
  const [covers, setCovers] = useState<'yes' | 'no'>(technique?.covers ? 'no' : 'yes');
  const [reason, setReason] = useState('');
  useUnsaved(reason !== '');
  const save = useMutation({
    mutationFn: () =>
      coverageData(
        coverage.POST('/detections/{id}/overrides', {
          params: { path: { id: detection.id } },
          body: { technique_id: typedId(techniqueId), covers: covers === 'yes', reason: reason.trim() },
        }),
      ),
    onSuccess: onDone,
  });
  return (
    <DialogForm work={save} onCancel={onDone}>
      {technique === undefined && <TechniqueField value={techniqueId} onChange={setTechniqueId} />}
      <Choice
        label="It covers the technique"
        value={covers}
        options={[
          { value: 'yes', label: 'yes' },
          { value: 'no', label: 'no' },
        ]}
        onChange={setCovers}
      />
      <TextField
        label="Why"
        help="Others read it beside the technique."
        isRequired
        rows={3}
        value={reason}
        onChange={setReason}
      />
    </DialogForm>
  );
}
