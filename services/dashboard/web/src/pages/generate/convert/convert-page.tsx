import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Rules, rules, rulesData } from '../../../api/clients.js';
import { useDraft } from '../../../drafts/draft.js';
import { useUnsaved } from '../../../drafts/unsaved.js';
import { FormChoices } from '../../../exporting/form-choices.js';
import { type ExportFormat, FORMS } from '../../../exporting/forms.js';
import { LastGood } from '../../../rule/last-good.js';
import { problemOf, problemsOf } from '../../../rule/problems.js';
import { formChoicesOf, optionsOf, useSettings } from '../../../siems/settings.js';
import { SettingsForm } from '../../../siems/settings-form.js';
import { Button } from '../../../ui/button.js';
import { CodeEditor, type Problem } from '../../../ui/code-editor.js';
import { Page } from '../../../ui/page.js';
import { Select } from '../../../ui/select.js';
import { Empty, ErrorNotice, Loading } from '../../../ui/states.js';
import { useSettled } from '../../../ui/use-settled.js';
import styles from './convert-page.module.css';
import { ConvertedView } from './converted-view.js';

type Form = Exclude<ExportFormat, 'sigma'>;
const CHOICES = FORMS.filter((form): form is typeof form & { format: Form } => form.format !== 'sigma');

const EXAMPLE = `title: Scheduled Task From ProgramData
logsource:
    product: windows
    category: process_creation
detection:
    selection:
        Image|endswith: '\\schtasks.exe'
        CommandLine|contains|all:
            - '/create'
            - 'C:\\ProgramData\\'
    condition: selection
level: medium
`;

/** Sigma in, queries out, as it is typed. */
export function Component() {
  const [search, form, chooseForm] = useForm();
  const [settings, change] = useSettings();
  // Nothing saves it, so it stays in this tab until it is cleared.
  const { set: setYaml, value: yaml } = useDraft('convert', '');
  useUnsaved(yaml !== '' && yaml !== EXAMPLE, 'tab');
  // As the address has it when the page opens; afterwards it is the reader's to open and to close.
  const [isOpen] = useState(search.size > 0);
  const text = useSettled(yaml);
  const places = useSettled(
    JSON.stringify({
      ...optionsOf(settings),
      ...(form === undefined ? {} : { formats: [form], ...formChoicesOf(settings) }),
    }),
  );
  const { conversion, converted } = useConversion(text, places);
  const isEmpty = yaml.trim() === '';
  const problems = isEmpty ? [] : problemsIn(conversion);
  return (
    <Page
      title="Converter"
      about="Sigma rules in, queries out. Nothing is saved; the address keeps the settings, to be shared."
      actions={
        <>
          <Button onPress={() => setYaml(EXAMPLE)}>Use an example</Button>
          <Button kind="quiet" isDisabled={yaml === ''} onPress={() => setYaml('')}>
            Clear
          </Button>
        </>
      }
    >
      <div className={styles.convertPanes}>
        <section className="stack" aria-labelledby="convert-in">
          <h2 id="convert-in" className="visually-hidden">
            The rules
          </h2>
          <CodeEditor
            label="Sigma rules (type, paste, or drop a file)"
            value={yaml}
            onChange={setYaml}
            problems={problems}
          />
          <Options isOpen={isOpen} form={form} onForm={chooseForm}>
            {form !== undefined && <FormChoices formats={[form]} settings={settings} onChange={change} />}
            <SettingsForm settings={settings} onChange={change} />
          </Options>
        </section>
        <section className="stack" aria-labelledby="convert-out" aria-busy={conversion.isFetching}>
          <h2 id="convert-out">Queries</h2>
          <Output conversion={conversion} converted={converted} isEmpty={isEmpty} problems={problems} />
        </section>
      </div>
    </Page>
  );
}

/** The deployable form that the address names. */
function useForm() {
  const [search, setSearch] = useSearchParams();
  const form = CHOICES.find(({ format }) => format === search.get('form'))?.format;
  const chooseForm = (next: Form | 'none'): void =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === 'none') after.delete('form');
        else after.set('form', next);
        return after;
      },
      { replace: true },
    );
  return [search, form, chooseForm] as const;
}

/** Converts a text as soon as it rests. `converted` stays while the text is between two readable states. */
function useConversion(text: string, places: string) {
  const [kept, setKept] = useState<readonly Rules['ConvertedRule'][]>([]);
  const conversion = useQuery({
    queryKey: ['convert', text, places],
    enabled: text.trim() !== '',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () =>
      (await rulesData(rules.POST('/v1/convert', { body: { yaml: text, options: JSON.parse(places) } }))).rules,
  });
  useEffect(() => {
    if (conversion.data !== undefined) setKept(conversion.data);
  }, [conversion.data]);
  return { conversion, converted: conversion.data ?? kept };
}
type Conversion = ReturnType<typeof useConversion>['conversion'];

/** What is wrong with the text, by the last answer. */
const problemsIn = ({ data = [], error }: Conversion): Problem[] => [
  ...problemsOf(error),
  ...data.flatMap((one) => ('error' in one ? [one.error] : one.issues)).map(problemOf),
];

/** What queries are made for and with. */
const Options = ({
  children,
  form,
  isOpen,
  onForm,
}: {
  isOpen: boolean;
  form: Form | undefined;
  onForm: (form: Form | 'none') => void;
  children: ReactNode;
}) => (
  <details className={`card ${styles.convertOptions}`} open={isOpen}>
    <summary>Query languages, pipelines and data</summary>
    <div className="stack">
      <Select<Form | 'none'>
        label="Deployable form"
        value={form ?? 'none'}
        options={[{ value: 'none', label: 'None' }, ...CHOICES.map(({ format, label }) => ({ value: format, label }))]}
        onChange={onForm}
      />
      {children}
    </div>
  </details>
);

/** The queries, or why there are none. */
function Output({
  conversion,
  converted,
  isEmpty,
  problems,
}: {
  conversion: Conversion;
  converted: readonly Rules['ConvertedRule'][];
  isEmpty: boolean;
  problems: readonly Problem[];
}) {
  if (isEmpty)
    return (
      <Empty title="No rule yet">Paste a Sigma rule, or use the example: its queries appear here as you type.</Empty>
    );
  return (
    <>
      {conversion.error !== null && problemsOf(conversion.error).length === 0 && (
        <ErrorNotice error={conversion.error} retry={() => void conversion.refetch()} />
      )}
      {converted.length > 0 ? (
        <>
          {conversion.data === undefined && problems.length > 0 && <LastGood problems={problems} />}
          <ConvertedView rules={converted} />
        </>
      ) : problems.length === 0 && conversion.error === null ? (
        <Loading lines={10} />
      ) : (
        <Empty title="No queries yet">The text cannot be read as Sigma; what is wrong stands beside its line.</Empty>
      )}
    </>
  );
}
