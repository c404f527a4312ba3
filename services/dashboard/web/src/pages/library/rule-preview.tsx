import { type ReactNode, useCallback } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Rules } from '../../api/clients.js';
import { DecisionLine } from '../../rule/decision-line.js';
import { LevelBadge, StateBadge } from '../../rule/level-badge.js';
import { ruleAddress } from '../../rule/rule-address.js';
import { RuleFacts } from '../../rule/rule-facts.js';
import { useLibraryRule } from '../../rule/rule-query.js';
import { RuleTexts } from '../../rule/rule-texts.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Marked } from '../../ui/marked.js';
import { QueryView } from '../../ui/states.js';
import { useMedia } from '../../ui/use-media.js';
import { InSiems } from './in-siems.js';
import styles from './library.module.css';

type Row = Rules['RuleRow'];
const PARAM = 'preview';

/** Leads to a rule's preview beside the list; its row says which rule that is. */
export function PreviewLink({ rule }: { rule: Row }) {
  const [search] = useSearchParams();
  const address = ruleAddress(rule);
  return (
    <Link
      to={{ search: withPreview(search, address).toString() }}
      className={styles.previewLink}
      aria-current={search.get(PARAM) === address ? 'true' : undefined}
      preventScrollReset
    >
      Preview
    </Link>
  );
}

/** The rule of the list whose preview the address asks for, and how to go to another; undefined once it has left the list. */
export function usePreview(rows: readonly Row[]) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get(PARAM);
  const at = rows.findIndex((row) => ruleAddress(row) === asked);
  const show = useCallback(
    (rule: Row | undefined): void =>
      setSearch((before) => withPreview(before, rule && ruleAddress(rule)), {
        replace: true,
        preventScrollReset: true,
      }),
    [setSearch],
  );
  return { rule: rows[at], previous: rows[at - 1], next: at === -1 ? undefined : rows[at + 1], show };
}

/** The list, and beside it the rule that is looked at; on narrow screens above it. */
export function WithPreview({ children, preview }: { preview: ReturnType<typeof usePreview>; children: ReactNode }) {
  const isWide = useMedia('(min-width: 75rem)');
  const { next, previous, rule, show } = preview;
  if (rule === undefined) return children;
  const steps = (
    <div className="row">
      <Button kind="quiet" isDisabled={previous === undefined} onPress={() => show(previous)}>
        Previous
      </Button>
      <Button kind="quiet" isDisabled={next === undefined} onPress={() => show(next)}>
        Next
      </Button>
    </div>
  );
  if (!isWide)
    return (
      <>
        {children}
        <Dialog side isOpen title={rule.title} onClose={() => show(undefined)}>
          <div className="stack">
            {steps}
            <Preview rule={rule} />
          </div>
        </Dialog>
      </>
    );
  return (
    <div className={styles.besideList}>
      <div className="stack">{children}</div>
      <aside className={`card stack ${styles.preview}`} aria-label="Preview">
        <div className={styles.previewHead}>
          {steps}
          <Button kind="quiet" onPress={() => show(undefined)}>
            Close
          </Button>
        </div>
        <h2 className="wrap-anywhere" dir="auto">
          {rule.title}
        </h2>
        <Preview rule={rule} />
      </aside>
    </div>
  );
}

/** What decides whether a rule is wanted: what it is about, its texts, and the way to its page. */
function Preview({ rule: row }: { rule: Row }) {
  const query = useLibraryRule(row.owner, row.ruleKey);
  const [search] = useSearchParams();
  return (
    <>
      <div className="row">
        <LevelBadge level={row.level} /> <StateBadge state={row.state} />
        <Link to={ruleAddress(row)}>Open the rule</Link>
      </div>
      <QueryView query={query} lines={10}>
        {(rule) => (
          <div className="stack">
            {rule.decision !== null && <DecisionLine decision={rule.decision} />}
            <p dir="auto" className="wrap-anywhere">
              <Marked search={search.get('q') ?? ''} text={rule.description} />
            </p>
            <RuleFacts
              attribution={rule.attribution}
              log={rule.log}
              noise={rule.noise}
              platform={rule.platform}
              techniques={rule.techniques}
            />
            <InSiems rule={rule} heading="h3" />
            <RuleTexts yaml={rule.yaml} conversions={rule.conversions} notes={rule.notes} fileStem={rule.ruleKey} />
          </div>
        )}
      </QueryView>
    </>
  );
}

function withPreview(search: URLSearchParams, address: string | undefined): URLSearchParams {
  const after = new URLSearchParams(search);
  if (address === undefined) after.delete(PARAM);
  else after.set(PARAM, address);
  return after;
}
