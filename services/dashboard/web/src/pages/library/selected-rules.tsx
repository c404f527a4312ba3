import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { download, rules, rulesData } from '../../api/clients.js';
import { type ExportFormat, FORMS, type RuleState } from '../../rule/names.js';
import { ConfirmButton } from '../../ui/dialog.js';
import { ActionMenu } from '../../ui/menu.js';
import { ErrorNotice } from '../../ui/states.js';
import { say } from '../../ui/toast.js';

const STATES: readonly RuleState[] = ['draft', 'accepted', 'rejected', 'deployed'];

/** What can be done with the rules that are selected. */
export function SelectedRules({ keys, onDone }: { keys: readonly string[]; onDone: () => void }) {
  const [failure, setFailure] = useState<unknown>();
  const setState = useMutation({
    mutationFn: async (state: RuleState) => {
      // One after the other: each is a call of its own, and somebody may do only so many at once.
      for (const key of keys)
        await rulesData(rules.PATCH('/v1/rules/{key}', { params: { path: { key } }, body: { state } }));
      return state;
    },
    onSuccess: (state) => say(`${keys.length} rules are ${state}.`),
  });
  const remove = useMutation({
    mutationFn: () => rulesData(rules.POST('/v1/rules/delete', { body: { ruleKeys: [...keys] } })),
    onSuccess: ({ deleted }) => {
      say(`${deleted} rules are deleted.`);
      onDone();
    },
  });
  const exportAs = (format: ExportFormat): void => {
    setFailure(undefined);
    download('/v1/rules/export', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ruleKeys: keys, formats: [format] }),
    }).catch(setFailure);
  };
  if (keys.length === 0) return <p className="dim">Select rules to decide on them, export or delete them.</p>;
  return (
    <div className="stack">
      <div className="row" role="status">
        <span>{keys.length} selected</span>
        <ActionMenu
          label="Set state"
          actions={STATES.map((state) => ({ label: state, run: () => setState.mutate(state) }))}
        />
        <ActionMenu
          label="Export as zip"
          actions={FORMS.map(({ format, label }) => ({ label, run: () => exportAs(format) }))}
        />
        <ConfirmButton
          label="Delete"
          title={`Delete ${keys.length} rules?`}
          confirm="Delete them"
          work={() => remove.mutateAsync()}
        >
          They are gone for good, with all their versions.
        </ConfirmButton>
      </div>
      {setState.isError && <ErrorNotice error={setState.error} />}
      {failure !== undefined && <ErrorNotice error={failure} />}
    </div>
  );
}
