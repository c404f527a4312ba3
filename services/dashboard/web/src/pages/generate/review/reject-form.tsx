import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useDraft } from '../../../drafts/draft.js';
import { REASONS, type RejectionCode } from '../../../rule/decision.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import styles from './review.module.css';
import type { ReportRule } from './standing.js';
import type { Verdict } from './use-decisions.js';

/** Asks why a rule is rejected. Arrow keys choose, Enter rejects, Escape goes back. */
export function RejectForm({
  onCancel,
  onReject,
  rule,
}: {
  rule: ReportRule;
  onReject: (reason: NonNullable<Verdict['reason']>) => void;
  onCancel: () => void;
}) {
  const { change, fault, field, first, submit, values } = useRejection(rule, onReject);
  const { code, words } = values;
  return (
    <form
      className={styles.rejectForm}
      data-own-keys=""
      aria-label="Reject the rule"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
    >
      <Reasons chosen={code} first={first} isFault={fault === 'code'} onChoose={(next) => change({ code: next })} />
      <TextField
        label={code === 'other' ? 'In your words' : 'In your words (optional)'}
        value={words}
        maxLength={500}
        inputRef={field}
        error={fault === 'words' ? 'Say why in a few words.' : undefined}
        onChange={(next) => change({ words: next })}
      />
      <div className="row">
        <Button type="submit" kind="danger">
          Reject it
        </Button>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

/** What was chosen and typed, kept as a draft; what is missing takes the keyboard when it is sent. */
function useRejection(rule: ReportRule, onReject: (reason: NonNullable<Verdict['reason']>) => void) {
  const draft = useDraft<{ code: RejectionCode | ''; words: string }>(`rejection.${rule.owner}.${rule.key}`, {
    code: '',
    words: '',
  });
  const { code, words } = draft.value;
  const [fault, setFault] = useState<'code' | 'words'>();
  const first = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => first.current?.focus(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code === '') {
      setFault('code');
      first.current?.focus();
      return;
    }
    if (code === 'other' && words.trim() === '') {
      setFault('words');
      field.current?.focus();
      return;
    }
    draft.forget();
    onReject({ code, ...(words.trim() === '' ? {} : { words: words.trim() }) });
  };
  const change = (some: Partial<typeof draft.value>): void => {
    setFault(undefined);
    draft.set((before) => ({ ...before, ...some }));
  };
  return { change, fault, field, first, submit, values: draft.value };
}

const Reasons = ({
  chosen,
  first,
  isFault,
  onChoose,
}: {
  chosen: RejectionCode | '';
  first: RefObject<HTMLInputElement | null>;
  /** None is chosen, and one has to be. */
  isFault: boolean;
  onChoose: (code: RejectionCode) => void;
}) => (
  <>
    <fieldset aria-describedby={isFault ? 'reject-fault' : undefined}>
      <legend>Why do you reject it?</legend>
      {REASONS.map((reason, index) => (
        <label key={reason.code}>
          <input
            ref={index === 0 ? first : undefined}
            type="radio"
            name="rejection"
            value={reason.code}
            checked={chosen === reason.code}
            onChange={() => onChoose(reason.code)}
          />
          {reason.label}
        </label>
      ))}
    </fieldset>
    {isFault && (
      <p id="reject-fault" role="alert" className={styles.fault}>
        Choose one.
      </p>
    )}
  </>
);
