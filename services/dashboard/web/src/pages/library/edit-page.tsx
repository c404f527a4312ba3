import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Rules, rules, rulesData } from '../../api/clients.js';
import { useDraft } from '../../drafts/draft.js';
import { useUnsaved } from '../../drafts/unsaved.js';
import { LastGood } from '../../rule/last-good.js';
import { problemOf, problemsOf } from '../../rule/problems.js';
import { ruleAddress } from '../../rule/rule-address.js';
import { RuleTexts } from '../../rule/rule-texts.js';
import { Button } from '../../ui/button.js';
import { CodeEditor, type Problem } from '../../ui/code-editor.js';
import { ErrorNotice, Notice, QueryView } from '../../ui/states.js';
import { useTitle } from '../../ui/title.js';
import { say } from '../../ui/toast.js';
import { useSettled } from '../../ui/use-settled.js';
import styles from './library.module.css';
import { useRule } from './rule-queries.js';

type Converted = Extract<Rules['ConvertedRule'], { readonly key: string }>;
type Good = Pick<Converted, 'conversions' | 'errors' | 'notes' | 'yaml'>;

/** A rule's text, checked and converted while it is typed. Saving makes a new version. */
export function Component() {
  useTitle('Edit');
  const query = useRule();
  // The editor keeps what it began with: a version that somebody else saves meanwhile must not take the place of what is typed.
  return <QueryView query={query}>{(rule) => <Editor key={ruleAddress(rule)} rule={rule} />}</QueryView>;
}

function Editor({ rule }: { rule: Rules['Rule'] }) {
  const navigate = useNavigate();
  const [begun] = useState({ versions: rule.versions.length, yaml: rule.yaml });
  const {
    forget,
    isChanged,
    isRestored,
    set: setYaml,
    value: yaml,
  } = useDraft(`rule.${rule.owner}.${rule.ruleKey}`, begun.yaml);
  const release = useUnsaved(isChanged, 'draft');
  const settled = useSettled(yaml);
  const check = useQuery({
    queryKey: ['check', settled],
    queryFn: () => rulesData(rules.POST('/v1/convert', { body: { yaml: settled } })),
    placeholderData: (before) => before,
    retry: false,
  });
  const save = useMutation({
    mutationFn: (text: string) =>
      rulesData(
        rules.PATCH('/v1/rules/{key}', {
          params: { path: { key: rule.ruleKey }, query: { owner: rule.owner } },
          body: { yaml: text },
        }),
      ),
    onSuccess: () => {
      say('The new version is saved.');
      forget();
      release();
      navigate(ruleAddress(rule));
    },
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
  // Queries, and the language that is chosen, stay while the text is between two readable states; the first of them is the saved one.
  const [lastGood, setLastGood] = useState<Good>({ ...rule, errors: {} });
  useEffect(() => {
    if (converted !== undefined) setLastGood(converted);
  }, [converted]);
  const { conversions, errors, notes, yaml: goodYaml } = converted ?? lastGood;
  return (
    <div className={styles.editPanes}>
      <div className="stack">
        {rule.versions.length !== begun.versions && (
          <Notice kind="warn">
            Somebody has saved another version meanwhile. Saving yours makes it the newest; theirs stays among the
            versions.
          </Notice>
        )}
        {isRestored && isChanged && (
          <Notice kind="info">This is your draft, which is not saved. “Undo all” brings the saved text back.</Notice>
        )}
        <CodeEditor label="Sigma rule" rows={28} value={yaml} onChange={setYaml} problems={problems} />
        {refusal !== null && (
          <>
            <ErrorNotice error={refusal} />
            <p role="status">It is not saved. What you typed stays in this tab as a draft.</p>
          </>
        )}
        <div className="row">
          <Button kind="main" pending={save.isPending} isDisabled={!isChanged} onPress={() => save.mutate(yaml)}>
            Save as a new version
          </Button>
          <Button isDisabled={!isChanged} onPress={() => setYaml(begun.yaml)}>
            Undo all
          </Button>
        </div>
      </div>
      <div className="stack" aria-busy={check.isFetching}>
        {check.isError && problemsOf(check.error).length === 0 && <ErrorNotice error={check.error} />}
        {problemsOf(check.error).length > 0 && <LastGood problems={problems} />}
        <RuleTexts yaml={goodYaml} conversions={conversions} notes={notes} errors={errors} fileStem="rule" />
      </div>
    </div>
  );
}

/** The check and the refusal of a save may say the same. */
const distinct = (problems: readonly Problem[]): Problem[] =>
  problems.filter(
    (one, index) => problems.findIndex(({ line, message }) => line === one.line && message === one.message) === index,
  );
