import { CodeEditor } from '../../ui/code-editor.js';
import { TextField } from '../../ui/field.js';
import { FileDrop } from '../../ui/file-drop.js';
import { Select } from '../../ui/select.js';
import { HARD_TITLES, nothing, Part } from './part.js';

const OPTIONS = [
  { value: 'splunk', label: 'Splunk', hint: 'SPL' },
  { value: 'elastic', label: 'Elastic' },
] as const;
const YAML = 'title: A rule\nlogsource:\n    product: windows\nlevel: hihg\n';

/** What is typed into or chosen from. */
export const FieldParts = () => (
  <>
    <Part name="field">
      <TextField label="Name" placeholder="Production" />
      <TextField label="With a value and help" help="It stands above the list." defaultValue="Production" />
      <TextField label="What the service refuses" error="A view has this name already." defaultValue="Production" />
      <TextField label="Cannot be changed" isDisabled defaultValue="111122223333" />
      <TextField label="Code" mono defaultValue="arn:aws:iam::111122223333:role/tripline" />
      <TextField label="Of several lines" rows={3} defaultValue={HARD_TITLES.join('\n')} />
    </Part>
    <Part name="select">
      <Select label="SIEM" value="splunk" options={OPTIONS} onChange={nothing} />
      <Select label="SIEM" help="It can be changed later." value="elastic" options={OPTIONS} onChange={nothing} />
      <Select label="SIEM" hideLabel value="splunk" options={OPTIONS} onChange={nothing} />
    </Part>
    <Part name="file-drop">
      <FileDrop label="Document" help="PDF, HTML or text." file={undefined} onFile={nothing} />
      <FileDrop
        label="Document"
        help="PDF, HTML or text."
        file={new File(['x'.repeat(2_000)], 'advisory.txt')}
        error="It has no text."
        onFile={nothing}
      />
    </Part>
    <Part name="code-editor">
      <CodeEditor label="Nothing wrong" rows={5} value={YAML} problems={[]} onChange={nothing} />
      <CodeEditor
        label="Something wrong"
        rows={6}
        value={YAML}
        problems={[
          { line: 4, message: 'There is no level “hihg”.', severity: 'error' },
          { line: 2, message: 'No category is named.', severity: 'warning' },
          { line: undefined, message: 'A rule needs a detection.', severity: 'error' },
        ]}
        onChange={nothing}
      />
    </Part>
  </>
);
