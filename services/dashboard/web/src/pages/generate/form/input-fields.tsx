import type { ReactNode } from 'react';
import settingsFormStyles from '../../../siems/settings-form.module.css';
import { TextField } from '../../../ui/field.js';
import { Select } from '../../../ui/select.js';
import { FileField } from './file-field.js';
import generatePageStyles from './generate-page.module.css';
import { type Fields, type From, isText, LABELS, type QueryLanguage } from './generation-form.js';

interface InputFieldsProps {
  readonly from: From;
  readonly fields: Fields;
  /** What is missing from the fields that are shown. */
  readonly missing: string | undefined;
  readonly onChange: (change: Partial<Fields>) => void;
  /** A text was pasted where an address belongs. */
  readonly onText: (text: string) => void;
  /** A file was chosen or dropped, whatever kind is shown. */
  readonly onFile: (file: File) => void;
}

/** The fields of the kind of input that is chosen. */
export function InputFields({ fields, from, missing, onChange, onFile, onText }: InputFieldsProps): ReactNode {
  switch (from) {
    case 'url':
      return <AddressField fields={fields} missing={missing} onChange={onChange} onText={onText} />;
    case 'text':
      return (
        <>
          <TextField
            label={LABELS.text}
            rows={12}
            value={fields.text}
            onChange={(text) => onChange({ text })}
            error={missing}
            help="Plain text, Markdown or HTML; defanged addresses such as evil[.]example are understood."
          />
          <TextField label="Title (optional)" value={fields.title} onChange={(title) => onChange({ title })} />
        </>
      );
    case 'file':
      return <FileField file={fields.file} error={missing} onFile={onFile} />;
    case 'technique':
      return (
        <TextField
          label={LABELS.techniqueId}
          placeholder="T1059.001"
          value={fields.techniqueId}
          onChange={(techniqueId) => onChange({ techniqueId })}
          error={missing}
          help="Rules for what the technique usually looks like in logs."
        />
      );
    case 'sigma':
      return (
        <TextField
          label={LABELS.yaml}
          rows={14}
          mono
          value={fields.yaml}
          onChange={(yaml) => onChange({ yaml })}
          error={missing}
          help="One or more YAML documents. They are checked, converted and saved."
        />
      );
    case 'query':
      return <QueryFields fields={fields} missing={missing} onChange={onChange} />;
  }
}

const AddressField = ({
  fields,
  missing,
  onChange,
  onText,
}: Pick<InputFieldsProps, 'fields' | 'missing' | 'onChange' | 'onText'>) => (
  <TextField
    label={LABELS.url}
    type="url"
    inputMode="url"
    placeholder="https://"
    value={fields.url}
    onChange={(url) => onChange({ url })}
    onPaste={(event) => {
      // The field itself would take the line breaks out.
      const pasted = event.clipboardData.getData('text');
      if (!isText(pasted) || fields.url.trim() !== '') return;
      event.preventDefault();
      onText(pasted);
    }}
    error={missing}
    help="A public web page, PDF, or STIX, MISP or CSAF document. A pasted text is read as a text."
  />
);

const LANGUAGES: readonly { readonly value: QueryLanguage; readonly label: string }[] = [
  { value: 'kql', label: 'KQL (Sentinel, Defender)' },
  { value: 'spl', label: 'SPL (Splunk)' },
  { value: 'lucene', label: 'Lucene (Elastic, OpenSearch)' },
  { value: 'eql', label: 'EQL (Elastic)' },
  { value: 'esql', label: 'ES|QL (Elastic)' },
  { value: 'yaral', label: 'YARA-L (Google SecOps)' },
];

const QueryFields = ({ fields, missing, onChange }: Pick<InputFieldsProps, 'fields' | 'missing' | 'onChange'>) => (
  <>
    <Select<QueryLanguage>
      label={LABELS.language}
      value={fields.language}
      options={LANGUAGES}
      onChange={(language) => onChange({ language })}
    />
    <TextField
      label={LABELS.query}
      rows={8}
      mono
      value={fields.query}
      onChange={(query) => onChange({ query })}
      error={missing}
      help="It is read into a Sigma rule, and from there into the other languages."
    />
    <TextField label="Title (optional)" value={fields.queryTitle} onChange={(queryTitle) => onChange({ queryTitle })} />
    <fieldset className={generatePageStyles.generateLogsource}>
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
