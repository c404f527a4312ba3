import { type KeyboardEvent, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import settingsFormStyles from '../../../siems/settings-form.module.css';
import { Button } from '../../../ui/button.js';
import { bytesInWords } from '../../../ui/bytes.js';
import { TextField } from '../../../ui/field.js';
import { Select } from '../../../ui/select.js';
import type { From } from '../generate-request.js';
import styles from './generate-page.module.css';
import { type Fields, KINDS, type Kind, LABELS, languageOf } from './generation-form.js';
import type { QueryLanguage } from './seen.js';

const ACCEPTED = [
  ...['.html', '.htm', '.pdf', '.docx', '.rtf', '.eml', '.msg', '.txt', '.md', '.json', '.csv', '.yml', '.yaml'],
  ...['.yar', '.yara', '.ioc', '.xml', 'text/*', 'application/pdf', 'application/json'],
];
const AUTO = 'auto';
const FEWEST_LINES = 4;
const MOST_LINES = 16;

interface SourceFieldProps {
  /** What the field is read as; undefined while it is empty. */
  readonly kind: From | undefined;
  /** The kind that the reader chose. */
  readonly told: Kind | undefined;
  readonly fields: Fields;
  /** What is missing. */
  readonly missing: string | undefined;
  readonly onChange: (change: Partial<Fields>) => void;
  readonly onTell: (kind: Kind | undefined) => void;
  readonly onNoFile: () => void;
}

/** One field for whatever rules are generated from, what it is read as, and what that kind needs beside it. A file may be dropped on all of it. */
export function SourceField(props: SourceFieldProps) {
  const { fields, kind, missing, onChange, onNoFile, onTell, told } = props;
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null): boolean => {
    const file = files?.item(0);
    if (file) onChange({ file });
    return Boolean(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has the button "Choose a file" beside it, for the keyboard
    <div
      className={`stack ${styles.source}`}
      data-drop-target={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (take(event.dataTransfer.files)) event.preventDefault();
      }}
    >
      {fields.file === undefined ? (
        <TextField
          label="Generate from"
          placeholder="https://… or a whole advisory, T1059.001, Sigma, a query; or drop a file"
          rows={Math.min(MOST_LINES, Math.max(FEWEST_LINES, fields.source.split('\n').length))}
          mono={kind === 'sigma' || kind === 'query'}
          value={fields.source}
          onChange={(source) => onChange({ source })}
          onPaste={({ clipboardData }) => take(clipboardData.files)}
          onKeyDown={(event) => sendOnEnter(event, kind)}
          error={missing}
        />
      ) : (
        <p className={styles.chosenFile}>
          <span className="wrap-anywhere" dir="auto">
            {fields.file.name}, {bytesInWords(fields.file.size)}
          </span>
          <Button kind="quiet" onPress={onNoFile}>
            Remove the file
          </Button>
        </p>
      )}
      <div className={styles.seen}>
        <p role="status">{readAs(kind, fields)}</p>
        {fields.file === undefined && (
          <Select<Kind | typeof AUTO>
            label="Read as"
            value={told ?? AUTO}
            options={[{ value: AUTO, label: 'Detect automatically' }, ...KINDS]}
            onChange={(next) => onTell(next === AUTO ? undefined : next)}
          />
        )}
        <FileTrigger acceptedFileTypes={ACCEPTED} onSelect={take}>
          <Button>{fields.file === undefined ? 'Choose a file' : 'Choose another'}</Button>
        </FileTrigger>
      </div>
      {(kind === 'text' || kind === 'query') && (
        <TextField label="Title (optional)" value={fields.title} onChange={(title) => onChange({ title })} />
      )}
      {kind === 'query' && <QueryFields fields={fields} onChange={onChange} />}
    </div>
  );
}

/** Of one line, Enter sends; of more it is a line's end, and Ctrl or ⌘ with it sends. */
function sendOnEnter(event: KeyboardEvent, kind: From | undefined): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  if (kind !== 'url' && kind !== 'technique' && !event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  (event.target as HTMLTextAreaElement).form?.requestSubmit();
}

/** What becomes of what was given, in a sentence. */
function readAs(kind: From | undefined, fields: Fields): string {
  switch (kind) {
    case undefined:
      return 'Paste or type: what it is recognized as is shown here.';
    case 'url':
      return 'An address: the page, PDF, or STIX, MISP or CSAF document there is fetched.';
    case 'text':
      return 'The text of an advisory. Defanged addresses such as evil[.]example are understood.';
    case 'file':
      return 'A file: HTML, PDF, Word (.docx), RTF, mail, text, Sigma, YARA, CSV, OpenIOC, STIX 2.1, MISP or CSAF, up to 10 MB.';
    case 'technique':
      return 'An ATT&CK technique: rules for what it usually looks like in logs.';
    case 'sigma':
      return 'Sigma: the rules are checked, converted and saved.';
    case 'query':
      return `A query in ${LANGUAGES.find(({ value }) => value === languageOf(fields))?.label}: it becomes a Sigma rule, and with it the other languages.`;
  }
}

const LANGUAGES: readonly { readonly value: QueryLanguage; readonly label: string }[] = [
  { value: 'kql', label: 'KQL (Sentinel, Defender)' },
  { value: 'spl', label: 'SPL (Splunk)' },
  { value: 'lucene', label: 'Lucene (Elastic, OpenSearch)' },
  { value: 'eql', label: 'EQL (Elastic)' },
  { value: 'esql', label: 'ES|QL (Elastic)' },
  { value: 'yaral', label: 'YARA-L (Google SecOps)' },
];

const QueryFields = ({ fields, onChange }: Pick<SourceFieldProps, 'fields' | 'onChange'>) => (
  <>
    <Select<QueryLanguage>
      label={LABELS.language}
      value={languageOf(fields)}
      options={LANGUAGES}
      onChange={(language) => onChange({ language })}
    />
    <fieldset className={styles.generateLogsource}>
      <legend>Log source, where the query does not say it (optional)</legend>
      <div className={settingsFormStyles.settingsFields}>
        <TextField
          label="Product"
          placeholder="windows"
          value={fields.product}
          onChange={(product) => onChange({ product })}
        />
        <TextField
          label="Category"
          placeholder="process_creation"
          value={fields.category}
          onChange={(category) => onChange({ category })}
        />
        <TextField
          label="Service"
          placeholder="sysmon"
          value={fields.service}
          onChange={(service) => onChange({ service })}
        />
      </div>
    </fieldset>
  </>
);
