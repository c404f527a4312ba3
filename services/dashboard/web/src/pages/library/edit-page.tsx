import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Rules, rules, rulesData } from '../../api/clients.js';
import { problemOf, problemsOf } from '../../rule/problems.js';
import { RuleTexts } from '../../rule/rule-texts.js';
import { Button } from '../../ui/button.js';
import { CodeEditor } from '../../ui/code-editor.js';
import { ErrorNotice, Loading, Notice, QueryView } from '../../ui/states.js';
import { useTitle } from '../../ui/title.js';
import { say } from '../../ui/toast.js';
import { useSettled } from '../../ui/use-settled.js';
import { useRule } from './rule-queries.js';

/** A rule's text, checked and converted while it is typed. Saving makes a new version. */
export function Component() {
  useTitle('Edit');
  const query = useRule();
  // The editor keeps what it began with: a version that somebody else saves meanwhile must not take the place of what is typed.
  return <QueryView query={query}>{(rule) => <Editor key={rule.ruleKey} rule={rule} />}</QueryView>;
}

function Editor({ rule }: { rule: Rules['Rule'] }) {
  const navigate = useNavigate();
  const begun = useRef(rule.versions.length);
  const [yaml, setYaml] = useState(rule.yaml);
  const settled = useSettled(yaml);
  const check = useQuery({
    queryKey: ['check', settled],
    queryFn: () => rulesData(rules.POST('/v1/convert', { body: { yaml: settled } })),
    placeholderData: (before) => before,
    retry: false,
  });
  const save = useMutation({
    mutationFn: () =>
      rulesData(rules.PATCH('/v1/rules/{key}', { params: { path: { key: rule.ruleKey } }, body: { yaml } })),
    onSuccess: () => {
      say('The new version is saved.');
      navigate(`/rules/${rule.ruleKey}`);
    },
  });
  const found = check.data?.rules ?? [];
  const problems = [
    ...problemsOf(check.error),
    ...found.flatMap((one) => ('error' in one ? [one.error] : one.issues)).map(problemOf),
  ];
  const converted = found.find((one) => !('error' in one));
  return (
    <div className="edit-panes">
      <div className="stack">
        {rule.versions.length !== begun.current && (
          <Notice kind="warn">
            Somebody has saved another version meanwhile. Saving yours makes it the newest; theirs stays among the
            versions.
          </Notice>
        )}
        <CodeEditor label="Sigma rule" rows={28} value={yaml} onChange={setYaml} problems={problems} />
        {save.isError && <ErrorNotice error={save.error} />}
        <div className="row">
          <Button kind="main" pending={save.isPending} isDisabled={yaml === rule.yaml} onPress={() => save.mutate()}>
            Save as a new version
          </Button>
          <Button isDisabled={yaml === rule.yaml} onPress={() => setYaml(rule.yaml)}>
            Undo all
          </Button>
        </div>
      </div>
      <div className="stack" aria-busy={check.isFetching}>
        {check.isError && problemsOf(check.error).length === 0 && <ErrorNotice error={check.error} />}
        {check.isPending ? (
          <Loading lines={8} />
        ) : (
          converted !== undefined &&
          !('error' in converted) && (
            <RuleTexts
              yaml={converted.yaml}
              conversions={converted.conversions}
              notes={converted.notes}
              errors={converted.errors}
              fileStem="rule"
            />
          )
        )}
      </div>
    </div>
  );
}
