import { useMutation } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
import { rules, rulesData } from '../../api/clients.js';
import type { OwnerKind } from '../../rule/rule-address.js';
import { Button } from '../../ui/button.js';
import { ErrorNotice, Notice } from '../../ui/states.js';

/** The rule that was just deleted on its own page, as the history of the browser keeps it. */
export interface JustDeleted {
  readonly deleted: { readonly owner: OwnerKind; readonly ruleKey: string; readonly title: string };
}

/** Says that the rule whose page has led here lies in the bin, and brings it back. */
export function DeletedNotice() {
  const navigate = useNavigate();
  const { state, search } = useLocation() as { state: Partial<JustDeleted> | null; search: string };
  const deleted = state?.deleted;
  const leave = () => navigate({ search }, { replace: true, state: null });
  const restore = useMutation({
    mutationFn: ({ owner, ruleKey }: JustDeleted['deleted']) =>
      rulesData(rules.POST('/v1/rules/bin/restore', { body: { ruleKeys: [ruleKey], owner } })),
    onSuccess: leave,
  });
  if (deleted === undefined) return null;
  return (
    <Notice kind="info">
      <div className="row">
        <span role="status">
          “<bdi>{deleted.title}</bdi>” is <Link to="/rules/bin">in the bin</Link> for 30 days.
        </span>
        <Button pending={restore.isPending} onPress={() => restore.mutate(deleted)}>
          Restore
        </Button>
        <Button kind="quiet" onPress={leave}>
          Close
        </Button>
      </div>
      {restore.isError && <ErrorNotice error={restore.error} />}
    </Notice>
  );
}
