import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ApiError } from '../../api/api-error.js';
import { done, type Rules, rules, rulesData } from '../../api/clients.js';
import { useDraft } from '../../drafts/draft.js';
import { useUnsaved } from '../../drafts/unsaved.js';
import { problemsOf } from '../../rule/problems.js';
import styles from '../../rule/rule-editor.module.css';
import { BACKENDS, type Backend } from '../../siems/backends.js';
import { Button } from '../../ui/button.js';
import { Checkbox } from '../../ui/checkbox.js';
import { CodeEditor } from '../../ui/code-editor.js';
import { ConfirmButton } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { Page } from '../../ui/page.js';
import { Select } from '../../ui/select.js';
import { Empty, ErrorNotice, Notice, QueryView } from '../../ui/states.js';
import { say } from '../../ui/toast.js';
import { useSettled } from '../../ui/use-settled.js';
import { TextDiff } from './text-diff.js';

const NEW_TEXT = `name: our fields
priority: 50
transformations:
  - id: process_fields
    type: field_name_mapping
    mapping:
      CommandLine: process.command_line
      Image: process.path
`;
const SAMPLE_RULE = `title: Encoded PowerShell command
status: test
logsource:
  product: windows
  category: process_creation
detection:
  selection:
    Image|endswith: \\powershell.exe
    CommandLine|contains: ' -enc '
  condition: selection
level: high
`;

/** One pipeline, or a new one. */
export function Component() {
  const id = useParams()['id'] ?? 'new';
  const query = useQuery({
    queryKey: ['pipelines', id],
    enabled: id !== 'new',
    queryFn: () => rulesData(rules.GET('/v1/pipelines/{id}', { params: { path: { id } } })),
  });
  if (id === 'new')
    return (
      <Page title="New pipeline">
        <Editor />
      </Page>
    );
  if (query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 400))
    return (
      <Page title="Not found">
        <Empty title="There is no such pipeline">It was deleted, or it belongs to somebody else.</Empty>
      </Page>
    );
  return (
    <QueryView query={query}>
      {(pipeline) => (
        <Page title={pipeline.name} about={pipeline.owner === 'team' ? 'The team’s.' : 'Yours.'}>
          <Editor key={pipeline.id} pipeline={pipeline} />
        </Page>
      )}
    </QueryView>
  );
}

/** Saves a pipeline, or deletes it; `onDone` comes before the page that follows. */
function usePipelineCalls(
  pipeline: Rules['Pipeline'] | undefined,
  body: Pick<Rules['Pipeline'], 'name' | 'text' | 'default' | 'builtInMaps'>,
  onDone: () => void,
) {
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: () =>
      pipeline === undefined
        ? rulesData(rules.POST('/v1/pipelines', { body }))
        : rulesData(rules.PUT('/v1/pipelines/{id}', { params: { path: { id: pipeline.id } }, body })),
    onSuccess: ({ id }) => {
      say('The pipeline is saved.');
      onDone();
      navigate(`/pipelines/${id}`);
    },
  });
  const remove = useMutation({
    meta: { gone: pipeline?.id ?? '' },
    mutationFn: () => done(rules.DELETE('/v1/pipelines/{id}', { params: { path: { id: pipeline?.id ?? '' } } })),
    onSuccess: () => {
      onDone();
      return navigate('/pipelines');
    },
  });
  return { remove, save };
}

function Editor({ pipeline }: { pipeline?: Rules['Pipeline'] }) {
  const draft = useDraft(`pipeline.${pipeline?.id ?? 'new'}`, {
    name: pipeline?.name ?? '',
    text: pipeline?.text ?? NEW_TEXT,
    default: pipeline?.default ?? false,
    builtInMaps: pipeline?.builtInMaps ?? true,
  });
  const release = useUnsaved(draft.isChanged, 'draft');
  const { builtInMaps, default: isDefault, name, text } = draft.value;
  const change = (some: Partial<typeof draft.value>): void => draft.set((before) => ({ ...before, ...some }));
  const { remove, save } = usePipelineCalls(pipeline, { ...draft.value, name: name.trim() }, () => {
    draft.forget();
    release();
  });
  return (
    <div className={styles.editPanes}>
      <div className="stack">
        <TextField label="Name" isRequired value={name} onChange={(next) => change({ name: next })} />
        <CodeEditor
          label="Pipeline (YAML)"
          rows={20}
          value={text}
          onChange={(next) => change({ text: next })}
          problems={problemsOf(save.error, 'text')}
        />
        <Checkbox isSelected={isDefault} onChange={(next) => change({ default: next })}>
          Use it for everything that is converted without naming another
        </Checkbox>
        <Checkbox isSelected={builtInMaps} onChange={(next) => change({ builtInMaps: next })}>
          Let the built-in maps name the fields that it leaves open
        </Checkbox>
        {save.isError && <ErrorNotice error={save.error} />}
        {save.data !== undefined && save.data.trial.length > 0 && (
          <Notice kind="warn">
            With it these samples did not convert: {save.data.trial.map(({ message }) => message).join(' ')}
          </Notice>
        )}
        <div className="row">
          <Button kind="main" isDisabled={name.trim() === ''} pending={save.isPending} onPress={() => save.mutate()}>
            Save
          </Button>
          {pipeline !== undefined && (
            <ConfirmButton
              label="Delete"
              title={`Delete “${pipeline.name}”?`}
              confirm="Delete it"
              work={() => remove.mutateAsync()}
            >
              Rules that were converted with it are converted without it when they are read next.
            </ConfirmButton>
          )}
        </div>
      </div>
      <Preview text={text} builtInMaps={builtInMaps} />
    </div>
  );
}

/** A rule converted with the pipeline and without, and what is different. */
function Preview({ builtInMaps, text }: { text: string; builtInMaps: boolean }) {
  const [yaml, setYaml] = useState(SAMPLE_RULE);
  const [backend, setBackend] = useState<Backend>('siem_spl');
  const settled = useSettled(JSON.stringify({ text, yaml, builtInMaps }));
  const preview = useQuery({
    queryKey: ['preview', settled, backend],
    placeholderData: (before) => before,
    retry: false,
    queryFn: async () => {
      const asked = JSON.parse(settled) as { text: string; yaml: string; builtInMaps: boolean };
      const convert = async (options: { pipelines: { text: string }[]; builtInMaps?: boolean }): Promise<string> => {
        const { rules: found } = await rulesData(
          rules.POST('/v1/convert', { body: { yaml: asked.yaml, options: { targetSiems: [backend], ...options } } }),
        );
        const [one] = found;
        if (one === undefined) return '';
        if ('error' in one) throw new Error(one.error.message);
        return one.conversions[backend] ?? one.errors[backend]?.message ?? '';
      };
      return Promise.all([
        convert({ pipelines: [] }),
        convert({ pipelines: [{ text: asked.text }], builtInMaps: asked.builtInMaps }),
      ]);
    },
  });
  return (
    <section className="stack" aria-label="Preview">
      <h2>Preview</h2>
      <Select<Backend>
        label="Query language"
        value={backend}
        options={BACKENDS.map(({ id, name, product }) => ({ value: id, label: `${name} (${product})` }))}
        onChange={setBackend}
      />
      <CodeEditor label="Rule to try it with" rows={12} value={yaml} onChange={setYaml} problems={[]} />
      {preview.isError && <ErrorNotice error={preview.error} />}
      {preview.data !== undefined && !preview.isError && (
        <>
          <h3>Without it (−) and with it (+)</h3>
          <TextDiff
            label="The query without the pipeline and with it"
            from={preview.data[0] ?? ''}
            to={preview.data[1] ?? ''}
          />
        </>
      )}
    </section>
  );
}
