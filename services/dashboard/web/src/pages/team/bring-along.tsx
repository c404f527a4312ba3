import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { coverage, coverageData, type Rules, rules, rulesData } from '../../api/clients.js';
import { useProfile } from '../../api/profile.js';
import { type Chosen, moveAccounts, moveRules } from '../../moving/move.js';
import movingStyles from '../../moving/moving.module.css';
import { NotMoved } from '../../moving/not-moved.js';
import { Button } from '../../ui/button.js';
import { Checkbox } from '../../ui/checkbox.js';
import { CheckboxGroup } from '../../ui/checkbox-group.js';
import { Dialog } from '../../ui/dialog.js';
import dialogStyles from '../../ui/dialog.module.css';
import { ErrorNotice } from '../../ui/states.js';
import { say } from '../../ui/toast.js';

/** Most things of a kind that are ticked one by one; of more all are brought, or some later, from their list. */
const MOST_TICKED = 200;

interface Owned {
  readonly items: readonly { readonly value: string; readonly label: string }[];
  /** There are more than are listed. */
  readonly more: boolean;
}

/** Offers whoever has just come into a team to bring along what is their own. Says nothing to somebody who has nothing. */
export function BringAlong({ onClose }: { onClose: () => void }) {
  const { data: profile } = useProfile();
  const { ownAccounts, ownRules } = useOwned(profile);
  const [ruleKeys, setRuleKeys] = useState<Chosen>([]);
  const [accountIds, setAccountIds] = useState<Chosen>([]);
  const bring = useMutation({
    mutationFn: async () => {
      const none = { moved: 0, left: [] };
      const broughtRules = isNone(ruleKeys) ? none : await moveRules(ruleKeys);
      // Should the accounts fail, another try does not move the rules again.
      setRuleKeys([]);
      const broughtAccounts = isNone(accountIds) ? none : await moveAccounts(accountIds);
      return { rules: broughtRules, accounts: broughtAccounts };
    },
    onSuccess: (brought) => {
      say(
        `${counted(brought.rules.moved, 'rule')} and ${counted(brought.accounts.moved, 'cloud account')} are the team’s now.`,
      );
      if (brought.rules.left.length + brought.accounts.left.length === 0) onClose();
    },
  });
  const left = [...(bring.data?.rules.left ?? []), ...(bring.data?.accounts.left ?? [])];
  const hasSome = [ownRules, ownAccounts].some(({ data }) => (data?.items.length ?? 0) > 0);
  const known = ownRules.data !== undefined && (ownAccounts.data !== undefined || !ownAccounts.isLoading);
  if (left.length === 0 && (!known || !hasSome) && !bring.isPending) return null;
  return (
    <Dialog title="Bring your rules and accounts along?" isOpen onClose={onClose} wide>
      <div className="stack">
        {left.length > 0 ? (
          <NotMoved left={left} />
        ) : (
          <>
            <p>
              What you made before is yours alone. What you tick becomes the team’s: all members read it, and it stays
              with the team when you leave. You can do this later too, from the library and the list of accounts.
            </p>
            <Ticks label="Rules" owned={ownRules.data} chosen={ruleKeys} onChange={setRuleKeys} />
            <Ticks label="Cloud accounts" owned={ownAccounts.data} chosen={accountIds} onChange={setAccountIds} />
          </>
        )}
        {bring.isError && <ErrorNotice error={bring.error} />}
        <div className={`row ${dialogStyles.dialogActions}`}>
          <Button onPress={onClose}>{left.length > 0 ? 'Close' : 'Not now'}</Button>
          {left.length === 0 && (
            <Button
              kind="main"
              pending={bring.isPending}
              isDisabled={isNone(ruleKeys) && isNone(accountIds)}
              onPress={() => bring.mutate()}
            >
              Bring them along
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** What is the caller's own and could be brought along. */
function useOwned(profile: Rules['Profile'] | undefined) {
  const ownRules = useQuery({
    queryKey: ['rules', 'own'],
    queryFn: async (): Promise<Owned> => {
      const query = { owner: 'user', limit: MOST_TICKED } as const;
      const page = await rulesData(rules.GET('/v1/rules', { params: { query } }));
      return {
        items: page.rules.map(({ ruleKey, title }) => ({ value: ruleKey, label: title })),
        more: page.nextCursor !== null,
      };
    },
  });
  const ownAccounts = useQuery({
    queryKey: ['accounts', 'own'],
    // Without a subscription of one's own there is none.
    enabled: profile !== undefined && profile.tier !== 'free',
    queryFn: async (): Promise<Owned> => {
      const query = { owner: 'user', limit: MOST_TICKED } as const;
      const { accounts, total } = await coverageData(coverage.GET('/accounts', { params: { query } }));
      return {
        items: accounts.map(({ external_account_id, id, name }) => ({
          value: id,
          label: `${name} (${external_account_id})`,
        })),
        more: total > accounts.length,
      };
    },
  });
  return { ownAccounts, ownRules };
}

function Ticks({
  chosen,
  label,
  onChange,
  owned,
}: {
  label: string;
  owned: Owned | undefined;
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
}) {
  if (owned === undefined || owned.items.length === 0) return null;
  const ticked = chosen === 'all' ? owned.items.map(({ value }) => value) : chosen;
  const isAll = chosen === 'all' || (!owned.more && ticked.length === owned.items.length);
  const number = owned.more ? `more than ${owned.items.length}` : owned.items.length;
  return (
    <div className="stack">
      {(owned.more || owned.items.length > 1) && (
        <Checkbox
          isSelected={isAll}
          isIndeterminate={!isAll && ticked.length > 0}
          onChange={(on) => onChange(on ? 'all' : [])}
        >
          All my {label.toLowerCase()} ({number})
        </Checkbox>
      )}
      {!owned.more && (
        <div className={movingStyles.moveTicks}>
          <CheckboxGroup label={label} value={ticked} options={owned.items} onChange={onChange} />
        </div>
      )}
    </div>
  );
}

const isNone = (chosen: Chosen): boolean => chosen !== 'all' && chosen.length === 0;
const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
