import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Rules, rules, rulesData } from '../api/clients.js';
import { useDraft } from '../drafts/draft.js';
import { useUnsaved } from '../drafts/unsaved.js';
import { Button } from '../ui/button.js';
import { CodeEditor, type Problem } from '../ui/code-editor.js';
import { ErrorNotice, Notice } from '../ui/states.js';
import { say } from '../ui/toast.js';
import { useSettled } from '../ui/use-settled.js';
import { LastGood } from './last-good.js';
import { problemOf, problemsOf } from './problems.js';
import styles from './rule-editor.module.css';
import { RuleTexts } from './rule-texts.js';

type Converted = Extract<Rules['ConvertedRule'], { readonly key: string }>;
type Good = Pick<Converted, 'conversions' | 'errors' | 'notes' | 'yaml'>;

/**
 * A rule's text, checked while it is typed, with its queries beside it. Saving makes a new version; what is not saved stays in this tab as a draft. `onClose`: the
 * editor stands within another page, takes the focus, has no queries beside it, and can be closed.
 */
export function RuleEditor({
  onClose,
  onSaved,
  rule,
}: {
  rule: Rules['Rule'];
  onSaved: () => void;
  onClose?: () => void;
}) {
  const [begun] = useState({ versions: rule.versions.length, yaml: rule.yaml });
  const {
    forget,
    isChanged,
    isRestored,
    set: setYaml,
    value: yaml,
  } = useDraft(`rule.${rule.owner}.${rule.ruleKey}`, begun.yaml);
  const release = useUnsaved(isChanged, 'draft');
  const check = useCheck(yaml);
  const save = useSave(rule, () => {
    forget();
    release();
    onSaved();
  });
  // The service looks at more when it saves; what it said then is of that text alone.
  const refusal = save.variables === yaml ? save.error : null;
  const found = check.data?.rules ?? [];
  const problems = distinct([
    ...problemsOf(check.error),
    ...found.flatMap((one) => ('error' in one ? [one.error] : one.issues)).map(problemOf),
    ...problemsOf(refusal),
  ]);
  const converted = found.find((one): one is Converted => !('error' in one));
  const good = useLastGood(rule, converted);
  return (
    <div className={onClose === undefined ? styles.editPanes : 'stack'}>
      <div className="stack">
        <Standing isRestored={isRestored && isChanged} isOvertaken={rule.versions.length !== begun.versions} />
        <CodeEditor
          label="Sigma rule"
          rows={onClose === undefined ? 28 : 18}
          autoFocus={onClose !== undefined}
          value={yaml}
          onChange={setYaml}
          problems={problems}
        />
        {refusal !== null && (
          <>
            <ErrorNotice error={refusal} />
            <p role="status">It is not saved. What you typed stays in this tab as a draft.</p>
          </>
        )}
        <Verbs
          isChanged={isChanged}
          isSaving={save.isPending}
          onSave={() => save.mutate(yaml)}
          onUndo={() => setYaml(begun.yaml)}
          onClose={onClose}
        />
      </div>
      <div className="stack" aria-busy={check.isFetching}>
        {check.isError && problemsOf(check.error).length === 0 && <ErrorNotice error={check.error} />}
        {onClose === undefined && (
          <>
            {problemsOf(check.error).length > 0 && <LastGood problems={problems} />}
            <RuleTexts {...textsOf(good)} fileStem="rule" />
          </>
        )}
      </div>
    </div>
  );
}

/** The check and the refusal of a save may say the same. */
const distinct = (problems: readonly Problem[]): Problem[] =>
  problems.filter(
    (one, index) => problems.findIndex(({ line, message }) => line === one.line && message === one.message) === index,
  );

/** Checks a text as soon as it rests. */
function useCheck(yaml: string) {
  const settled = useSettled(yaml);
  return useQuery({
    queryKey: ['check', settled],
    queryFn: () => rulesData(rules.POST('/v1/convert', { body: { yaml: settled } })),
    placeholderData: (before) => before,
    retry: false,
  });
}

/** The queries of the last text that could be read; the first of them is the saved one. The language that is chosen stays so, too. */
function useLastGood(rule: Rules['Rule'], converted: Converted | undefined): Good {
  const [lastGood, setLastGood] = useState<Good>({ ...rule, errors: {} });
  useEffect(() => {
    if (converted !== undefined) setLastGood(converted);
  }, [converted]);
  return converted ?? lastGood;
}

const textsOf = ({ conversions, errors, notes, yaml }: Good): Good => ({ conversions, errors, notes, yaml });

/** Saves a text as the rule's newest version. */
const useSave = (rule: Rules['Rule'], onDone: () => void) =>
  useMutation({
    mutationFn: (text: string) =>
      rulesData(
        rules.PATCH('/v1/rules/{key}', {
          params: { path: { key: rule.ruleKey }, query: { owner: rule.owner } },
          body: { yaml: text },
        }),
      ),
    onSuccess: () => {
      say('The new version is saved.');
      onDone();
    },
  });

/** What to know of a text that is not saved. */
const Standing = ({ isOvertaken, isRestored }: { isOvertaken: boolean; isRestored: boolean }) => (
  <>
    {isOvertaken && (
      <Notice kind="warn">
        Somebody has saved another version meanwhile. Saving yours makes it the newest; theirs stays among the versions.
      </Notice>
    )}
    {isRestored && (
      <Notice kind="info">This is your draft, which is not saved. “Undo all” brings the saved text back.</Notice>
    )}
  </>
);

const Verbs = ({
  isChanged,
  isSaving,
  onClose,
  onSave,
  onUndo,
}: {
  isChanged: boolean;
  isSaving: boolean;
  onSave: () => void;
  onUndo: () => void;
  onClose: (() => void) | undefined;
}) => (
  <div className="row">
    <Button kind="main" pending={isSaving} isDisabled={!isChanged} onPress={onSave}>
      Save as a new version
    </Button>
    <Button isDisabled={!isChanged} onPress={onUndo}>
      Undo all
    </Button>
    {onClose !== undefined && <Button onPress={onClose}>Close the editor</Button>}
  </div>
);
