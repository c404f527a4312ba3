import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { download, rules, rulesData } from '../../api/clients.js';
import { ExportRules } from '../../exporting/export-rules.js';
import { type ExportFormat, FORMS } from '../../exporting/forms.js';
import type { RuleState } from '../../rule/names.js';
import type { OwnerKind } from '../../rule/rule-address.js';
import { Button } from '../../ui/button.js';
import { ActionMenu } from '../../ui/menu.js';
import { ErrorNotice } from '../../ui/states.js';
import { ConfirmMany } from './confirm-many.js';
import { number, rulesInWords } from './numbers.js';
import type { ListSelection, NamedRule, Selection } from './rule-selection.js';

const STATES: readonly RuleState[] = ['draft', 'accepted', 'rejected', 'deployed'];
/** Above so many an export is a job, whose file comes when it is done. */
const MOST_EXPORTED_AT_ONCE = 100;
/** The most rules that one artefact is made of. */
const MOST_IN_ONE_ARTEFACT = 500;
/** Above so many a new state is asked for again. */
const MOST_SET_AT_ONCE = 100;

type Action = { readonly action: 'delete' } | { readonly action: 'state'; readonly state: RuleState };

/** How many rules the list shows, and how many match. */
interface Shown {
  readonly shown: number;
  readonly total: number;
  readonly moreThanTotal: boolean;
}

/** What can be done with the rules that are chosen. Everything but a small export is a job, which `onJob` is told of. */
export function SelectedRules({
  list,
  onJob,
  ...shown
}: Shown & {
  list: ListSelection;
  onJob: (jobId: string) => void;
}) {
  const { clear, selection } = list;
  const { count, of } = selection;
  const [asking, setAsking] = useState<Action>();
  const [exporting, setExporting] = useState(false);
  const start = useJob(of, (jobId) => {
    clear();
    onJob(jobId);
  });
  const exportNow = useExport();
  const exportable = exportableOf(of);
  const exportAs = (format: ExportFormat): void => {
    if (exportable !== undefined && count <= MOST_EXPORTED_AT_ONCE)
      exportNow.mutate({ ...exportable, formats: [format] });
    else start.mutate({ action: 'export', formats: [format] });
  };
  const setState = (state: RuleState): void => {
    if (count > MOST_SET_AT_ONCE) setAsking({ action: 'state', state });
    else start.mutate({ action: 'state', state });
  };
  const failure = exportNow.error ?? (asking === undefined ? start.error : null);
  if (count === 0) return <p className="dim">Select rules to decide on them, export or delete them.</p>;
  return (
    <div className="stack">
      <div className="row">
        <Count list={list} {...shown} />
        <ActionMenu label="Set state" actions={STATES.map((state) => ({ label: state, run: () => setState(state) }))} />
        <ActionMenu
          label="Export as zip"
          actions={FORMS.map(({ format, label }) => ({ label, run: () => exportAs(format) }))}
        />
        {exportable !== undefined && <Button onPress={() => setExporting(true)}>Export for a SIEM</Button>}
        <Button kind="danger" onPress={() => setAsking({ action: 'delete' })}>
          Delete
        </Button>
        <Button kind="quiet" onPress={clear}>
          Clear the selection
        </Button>
      </div>
      {failure !== null && <ErrorNotice error={failure} />}
      {exporting && exportable !== undefined && <ExportRules {...exportable} onClose={() => setExporting(false)} />}
      {asking !== undefined && (
        <ConfirmAction
          action={asking}
          selection={selection}
          work={() => start.mutateAsync(asking)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  );
}

/** Begins an action on all that is chosen, as a job. */
const useJob = (of: Selection['of'], onBegun: (jobId: string) => void) =>
  useMutation({
    mutationFn: (action: Action | { readonly action: 'export'; readonly formats: ExportFormat[] }) =>
      rulesData(
        rules.POST('/v1/rules/bulk', {
          params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
          body: { ...action, ...('rules' in of ? { rules: [...of.rules] } : of) },
        }),
      ),
    onSuccess: ({ jobId }) => onBegun(jobId),
  });

/** Downloads rules of one owner in some forms. */
const useExport = () =>
  useMutation({
    mutationFn: (body: { ruleKeys: readonly string[]; owner: OwnerKind; formats: ExportFormat[] }) =>
      download('/v1/rules/export', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  });

/** Asks before an action is begun on all that is chosen. */
const ConfirmAction = ({
  action: asked,
  selection,
  ...rest
}: {
  action: Action;
  selection: Selection;
  work: () => Promise<unknown>;
  onClose: () => void;
}) =>
  asked.action === 'delete' ? (
    <ConfirmMany
      selection={selection}
      title={`Delete ${rulesInWords(selection.count)}?`}
      confirm={selection.count === 1 ? 'Delete it' : 'Delete them'}
      {...rest}
    >
      They stay in the bin for 30 days, with all their versions.
    </ConfirmMany>
  ) : (
    <ConfirmMany
      selection={selection}
      title={`Set ${rulesInWords(selection.count)} to ${asked.state}?`}
      confirm={`Set them to ${asked.state}`}
      {...rest}
    />
  );

/** How many are chosen, and the step to all that match. */
const Count = ({ list, moreThanTotal, shown, total }: Shown & { list: ListSelection }) => {
  const { count } = list.selection;
  return (
    <>
      <span role="status">
        {number(count)} selected{list.all ? ', all that match' : ''}
      </span>
      {moreThanTotal && count === shown && (
        <span className="dim">To act on all that match, narrow them to {number(total)} or fewer.</span>
      )}
      {!moreThanTotal && !list.all && count === shown && total > shown && (
        <Button kind="quiet" onPress={list.chooseAll}>
          Select all {number(total)} that match
        </Button>
      )}
    </>
  );
};

/** The rules for one artefact, where they are named, of one owner, and not too many for one call. */
function exportableOf(
  of: ListSelection['selection']['of'],
): { ruleKeys: readonly string[]; owner: OwnerKind } | undefined {
  if (!('rules' in of) || of.rules.length > MOST_IN_ONE_ARTEFACT) return undefined;
  const owner = ownerOf(of.rules);
  return owner === undefined ? undefined : { ruleKeys: of.rules.map(({ ruleKey }) => ruleKey), owner };
}

/** The owner of all these rules, where they have one: an export at once is of one owner, which may have a key that the other has too. */
const ownerOf = ([first, ...others]: readonly NamedRule[]): OwnerKind | undefined =>
  others.every(({ owner }) => owner === first?.owner) ? first?.owner : undefined;
