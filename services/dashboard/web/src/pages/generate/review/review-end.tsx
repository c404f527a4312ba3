import { type RefObject, useEffect, useState } from 'react';
import { ExportRules } from '../../../exporting/export-rules.js';
import type { OwnerKind } from '../../../rule/rule-address.js';
import { Button } from '../../../ui/button.js';
import { Notice } from '../../../ui/states.js';
import styles from './review.module.css';
import type { ReportRule } from './standing.js';

/** The end of a review: whether all is decided, and the export of what was accepted. `at` gets the keyboard's place. */
export function ReviewEnd({
  rules,
  decided,
  at,
}: {
  rules: readonly ReportRule[];
  decided: number;
  at: RefObject<HTMLElement | null>;
}) {
  const [exported, setExported] = useState<OwnerKind>();
  const acceptedCount = rules.filter((rule) => rule.state === 'accepted').length;
  // Whoever was led here by the last decision sees the button that it brought.
  useEffect(() => {
    if (acceptedCount > 0 && at.current !== null && document.activeElement === at.current)
      at.current.scrollIntoView({ block: 'nearest' });
  }, [acceptedCount, at]);
  // A report's rules may have been moved to the team one by one; an export is of one owner.
  const accepted = (['user', 'team'] as const).flatMap((owner) => {
    const keys = rules.filter((rule) => rule.state === 'accepted' && rule.owner === owner).map(({ key }) => key);
    return keys.length === 0 ? [] : [{ owner, keys }];
  });
  return (
    <>
      <section ref={at} tabIndex={-1} className={styles.end} aria-label="End of the review">
        {decided === rules.length && (
          <Notice kind="good">{rules.length === 1 ? 'The rule is' : `All ${rules.length} rules are`} decided.</Notice>
        )}
        {accepted.map(({ keys, owner }) => (
          <Button key={owner} kind="main" onPress={() => setExported(owner)}>
            Export the accepted ({keys.length}
            {accepted.length > 1 && (owner === 'team' ? ' of the team' : ' of yours')})
          </Button>
        ))}
        {accepted.length === 0 && <p className="dim">What you accept can be exported here, all at once.</p>}
      </section>
      {exported !== undefined && (
        <ExportRules
          ruleKeys={accepted.find(({ owner }) => owner === exported)?.keys ?? []}
          owner={exported}
          onClose={() => setExported(undefined)}
        />
      )}
    </>
  );
}
