import { useState } from 'react';
import { download, type Rules } from '../api/clients.js';
import { optionsOfQuery, useExportCheck } from '../exporting/export-check.js';
import { ExportRules } from '../exporting/export-rules.js';
import { backendOf, type ExportFormat, FORMS } from '../exporting/forms.js';
import { BACKENDS, type Backend } from '../siems/backends.js';
import { mineFirst, useMySiems } from '../siems/my-siems.js';
import { Button } from '../ui/button.js';
import { Code } from '../ui/code.js';
import { ActionMenu } from '../ui/menu.js';
import { ErrorNotice } from '../ui/states.js';
import { Tabs } from '../ui/tabs.js';
import styles from './rule-texts.module.css';

/** What a rule's texts are shown from: a saved rule, one of a generation, or a conversion that is saved nowhere. */
export interface RuleTextsProps {
  readonly yaml: string;
  readonly conversions: Readonly<Record<string, string>>;
  readonly notes: Readonly<Record<string, readonly Rules['Note'][]>>;
  /** Why a backend has no query. */
  readonly errors?: Readonly<Record<string, Rules['Issue']>>;
  /** The saved rule's key; deployable forms are made for one. */
  readonly ruleKey?: string;
  /** How deployable forms are to be made, as the query of an export for a backend. */
  readonly exportQuery?: (backend: Backend | undefined) => URLSearchParams;
  /** Stem of the files that are downloaded. */
  readonly fileStem: string;
}

/** A rule in YAML and in every query language, with the notes of each, to be copied, downloaded and deployed. */
export function RuleTexts({ conversions, errors = {}, exportQuery, fileStem, notes, ruleKey, yaml }: RuleTextsProps) {
  const { siems } = useMySiems();
  const [isMore, setMore] = useState(false);
  const [chosen, choose] = useState<string>();
  const there = BACKENDS.filter(({ id }) => id in conversions || id in errors);
  const { mine, others } = mineFirst(siems, there, ({ id }) => id);
  const hasOwn = there.some(({ id }) => siems.some((siem) => siem.id === id));
  const tabs = [...mine, ...(isMore ? others : [])].map((backend) => ({
    id: backend.id,
    label: backend.name,
    panel: <Query backend={backend} conversions={conversions} errors={errors} notes={notes} fileStem={fileStem} />,
  }));
  const sigma = {
    id: 'sigma',
    label: 'Sigma',
    panel: <Code text={yaml} what="the Sigma rule" grammar="yaml" fileName={`${fileStem}.yml`} />,
  };
  // Who has said which SIEM is theirs sees its query first.
  const all = hasOwn ? [...tabs.slice(0, mine.length), sigma, ...tabs.slice(mine.length)] : [sigma, ...tabs];
  return (
    <div className={`stack ${styles.ruleTexts}`}>
      <Tabs
        label="The rule's texts"
        tabs={all}
        selected={all.some(({ id }) => id === chosen) ? chosen : all[0]?.id}
        onSelect={choose}
      />
      {!isMore && others.length > 0 && (
        <div>
          <Button kind="quiet" onPress={() => setMore(true)}>
            More languages
          </Button>
        </div>
      )}
      {ruleKey !== undefined && <Deployment ruleKey={ruleKey} exportQuery={exportQuery} />}
    </div>
  );
}

/** A saved rule in the forms that products take, first those of one's own. */
function Deployment({
  exportQuery,
  ruleKey,
}: {
  ruleKey: string;
  exportQuery: RuleTextsProps['exportQuery'] | undefined;
}) {
  const [failure, setFailure] = useState<unknown>();
  const [asked, setAsked] = useState(false);
  const [exporting, setExporting] = useState(false);
  const query = exportQuery?.(undefined) ?? new URLSearchParams();
  const owner = query.get('owner') === 'team' ? 'team' : 'user';
  const options = optionsOfQuery(query);
  const ruleKeys = [ruleKey];
  const check = useExportCheck({ ruleKeys, owner, options }, asked);
  const exportAs = (format: ExportFormat): void => {
    const query = exportQuery?.(backendOf(format)) ?? new URLSearchParams();
    query.set('format', format);
    setFailure(undefined);
    download(`/v1/rules/${ruleKey}/export?${query}`).catch(setFailure);
  };
  const { siems } = useMySiems();
  const forms = mineFirst(siems, possible(check.data), ({ format }) => backendOf(format));
  return (
    <>
      <div className="row">
        <ActionMenu
          label="Deployable form"
          onOpen={() => setAsked(true)}
          actions={
            check.isPending
              ? [{ label: 'Asking what it can be…', disabled: true, run: () => undefined }]
              : [...forms.mine, ...forms.others].map(({ format, label }) => ({
                  label,
                  run: () => exportAs(format),
                }))
          }
        />
        <Button onPress={() => setExporting(true)}>Export</Button>
        {exporting && <ExportRules ruleKeys={ruleKeys} owner={owner} onClose={() => setExporting(false)} />}
      </div>
      {failure !== undefined && <ErrorNotice error={failure} />}
    </>
  );
}

/** A rule in one query language, or why it has no query there. */
const Query = ({
  backend: { extension, grammar, id, name, product },
  conversions,
  errors,
  fileStem,
  notes,
}: Required<Pick<RuleTextsProps, 'conversions' | 'errors' | 'notes' | 'fileStem'>> & {
  backend: (typeof BACKENDS)[number];
}) => (
  <div className="stack">
    {conversions[id] !== undefined && (
      <Code
        text={conversions[id]}
        what={`the ${name} query`}
        grammar={grammar}
        fileName={`${fileStem}.${extension}`}
        actions={<span className={`dim ${styles.ruleProduct}`}>{product}</span>}
      />
    )}
    {errors[id] !== undefined && <ErrorNotice error={errors[id].message} />}
    <Notes notes={notes[id] ?? []} />
  </div>
);

/** The forms that the rule can have; all while nobody could say. */
const possible = (check: Rules['ExportCheck'] | undefined) =>
  FORMS.filter(({ format }) => check?.formats.find((form) => form.format === format)?.can !== 0);

/** What a query says otherwise than the rule, and why. */
const Notes = ({ notes }: { notes: readonly Rules['Note'][] }) =>
  notes.length === 0 ? null : (
    <section aria-label="Notes on this query">
      <h3>Notes</h3>
      <ul className={styles.ruleNotes}>
        {notes.map(({ code, message }) => (
          <li key={code + message}>{message}</li>
        ))}
      </ul>
    </section>
  );
