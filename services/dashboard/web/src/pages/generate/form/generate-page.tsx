import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { withLabels } from '../../../api/api-error.js';
import { useDraft } from '../../../drafts/draft.js';
import { useUnsaved } from '../../../drafts/unsaved.js';
import { optionsOf, settingsIn, useSettings } from '../../../siems/settings.js';
import { SettingsForm } from '../../../siems/settings-form.js';
import { Button } from '../../../ui/button.js';
import { Page } from '../../../ui/page.js';
import { ErrorNotice, Notice } from '../../../ui/states.js';
import { askedKey, type From, type GenerationInput, generate, type Progress } from '../generate-request.js';
import { generationKey } from '../generation-query.js';
import { SAMPLE_TITLE } from '../sample.js';
import styles from './generate-page.module.css';
import {
  draftOf,
  type Fields,
  fieldsOf,
  gapOf,
  inputOf,
  type Kind,
  kindOf,
  LABELS,
  toldIn,
} from './generation-form.js';
import { HandlingFields, handlingOf } from './handling-fields.js';
import { PlatformChoice } from './platform-choice.js';
import { ProgressView } from './progress-view.js';
import { limitsOf, RuleLimits } from './rule-limits.js';
import { SourceField } from './source-field.js';

interface Work {
  readonly from: From;
  readonly progress: Progress | undefined;
  readonly abort: AbortController;
}

/** Where rules are made from an advisory. */
export function Component() {
  const { change, dropFile, fields, kind, leave, missing, search, setMissing, tell, told } = useTyped();
  const [settings, changeSettings] = useSettings();
  // Options that the address brings are shown; afterwards they are the reader's to open and to close.
  const [isOpen] = useState(() => hasOptions(search));
  const form = useRef<HTMLFormElement>(null);
  const { cancel, failure, forget, run, work } = useGeneration(search, optionsOf(settings), leave);
  const tellAnew = (next: Kind | undefined): void => {
    forget();
    tell(next);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const input = inputOf(kind, fields);
    if ('missing' in input) {
      setMissing(input.missing);
      form.current?.querySelector<HTMLElement>('[data-input] textarea')?.focus();
    } else void run(input);
  };
  const trySample = async (): Promise<void> => {
    const sample = await loadSample();
    tellAnew(undefined);
    change({ source: sample.text, title: sample.title });
    await run({ inputType: 'text', ...sample });
  };

  return (
    <Page
      title="Generate rules"
      about="From a threat advisory: Tripline reads it, finds what the intruders did, and writes Sigma rules with queries for six SIEM languages. Every value of a rule leads back to its place in the text."
    >
      {work !== undefined ? (
        <ProgressView from={work.from} progress={work.progress} onCancel={cancel} />
      ) : (
        <form ref={form} className="stack" onSubmit={submit} noValidate>
          <GapNotice gap={gapOf(search)} />
          <section className="card stack" data-input="">
            <SourceField
              kind={kind}
              told={told}
              fields={fields}
              missing={missing}
              onChange={change}
              onTell={tellAnew}
              onNoFile={dropFile}
            />
            {failure !== undefined && <ErrorNotice error={failure} />}
            <div className="row">
              <Button kind="main" type="submit">
                Generate rules
              </Button>
              <Button kind="quiet" onPress={() => void trySample()}>
                Try the sample advisory
              </Button>
            </div>
          </section>
          <Options isOpen={isOpen}>
            <SettingsForm settings={settings} onChange={changeSettings} />
          </Options>
        </form>
      )}
    </Page>
  );
}

const loadSample = async () => {
  const { default: text } = await import('./sample-advisory.txt?raw');
  return { text, title: SAMPLE_TITLE };
};

const hasOptions = (search: URLSearchParams): boolean =>
  settingsIn(search).size > 0 || ['platforms', 'logs', 'covered', 'tlp', 'keep'].some((name) => search.has(name));

/** What is typed into the form or chosen for it, of which the address tells a part. */
function useTyped() {
  const [search, setSearch] = useSearchParams();
  const [begun] = useState(() => ({ name: draftOf(search), fields: fieldsOf(search) }));
  const [file, setFile] = useState<File>();
  const [missing, setMissing] = useState<string>();
  const draft = useDraft(begun.name, begun.fields);
  const release = useUnsaved(draft.isChanged, 'draft');
  const fields: Fields = { ...draft.value, file };
  const told = toldIn(search);
  return {
    ...{ search, fields, told, missing, setMissing },
    kind: kindOf(fields, told),
    change({ file: chosen, ...typed }: Partial<Fields>): void {
      setFile(chosen ?? ('source' in typed ? undefined : file));
      draft.set((before) => ({ ...before, ...typed }));
      setMissing(undefined);
    },
    dropFile: () => setFile(undefined),
    /** Says what kind of input it is; undefined for what it looks like. */
    tell(next: Kind | undefined): void {
      setMissing(undefined);
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          if (next === undefined) after.delete('from');
          else after.set('from', next);
          return after;
        },
        // At once, not when the page finds time for it: what is pressed next goes by what was chosen.
        { replace: true, flushSync: true },
      );
    },
    /** The generation keeps its text from here on. What was typed beside a file was not used, and stays. */
    leave(used: From): void {
      if (used === 'file') setFile(undefined);
      else draft.set(begun.fields);
      release();
    },
  };
}

/** Generates from an input with all that the address asks for, and leads to the report. `onMade` is told the kind of input that was used. */
function useGeneration(search: URLSearchParams, settings: ReturnType<typeof optionsOf>, onMade: (used: From) => void) {
  const [failure, setFailure] = useState<unknown>();
  const [work, setWork] = useState<Work>();
  const navigate = useNavigate();
  const client = useQueryClient();
  const gap = gapOf(search);
  const run = async (input: GenerationInput): Promise<void> => {
    const abort = new AbortController();
    const options = {
      ...settings,
      ...limitsOf(search),
      ...handlingOf(search),
      ...(gap === undefined ? {} : { gap }),
    };
    setFailure(undefined);
    setWork({ from: input.inputType, progress: undefined, abort });
    try {
      const generation = await generate(input, options, {
        signal: abort.signal,
        onProgress: (progress) => setWork((now) => (now === undefined ? now : { ...now, progress })),
      });
      onMade(input.inputType);
      client.setQueryData(generationKey(generation.id), generation);
      if (!generation.kept) client.setQueryData(askedKey(generation.id), { input, options });
      void client.invalidateQueries({ queryKey: ['generations'] });
      // What the queries were made with goes along, so that they are shown in the same way there.
      const kept = settingsIn(search);
      const [only, another] = generation.rules;
      if (only !== undefined && another === undefined) kept.set('rule', only.key);
      await navigate(`/reports/${generation.id}${kept.size === 0 ? '' : `?${kept}`}`);
    } catch (error) {
      setWork(undefined);
      if (!abort.signal.aborted) setFailure(withLabels(error, LABELS));
    }
  };
  const cancel = (): void => {
    work?.abort.abort();
    setWork(undefined);
  };
  return { cancel, failure, forget: () => setFailure(undefined), run, work };
}

/** Which gap the rules are for. */
const GapNotice = ({ gap }: { gap: ReturnType<typeof gapOf> }) =>
  gap !== undefined && (
    <Notice kind="info">
      The rules are written for the gap {gap.techniqueId} and shown beside it.{' '}
      <Link to={`/coverage/${gap.accountId}/techniques/${gap.techniqueId}`}>Back to the gap</Link>
    </Notice>
  );

/** What rules are made for and with. */
const Options = ({ children, isOpen }: { isOpen: boolean; children: ReactNode }) => (
  <details className={`card ${styles.generateOptions}`} open={isOpen}>
    <summary>Log sources, query languages, pipelines and handling</summary>
    <div className="stack">
      <PlatformChoice />
      {children}
      <RuleLimits />
      <HandlingFields />
    </div>
  </details>
);
