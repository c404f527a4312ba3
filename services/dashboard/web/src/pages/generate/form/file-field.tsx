import { DropZone, FileTrigger, Text } from 'react-aria-components';
import { Button } from '../../../ui/button.js';
import fieldStyles from '../../../ui/field.module.css';
import generatePageStyles from './generate-page.module.css';

const ACCEPTED = [
  ...[
    '.html',
    '.htm',
    '.pdf',
    '.docx',
    '.rtf',
    '.eml',
    '.msg',
    '.txt',
    '.md',
    '.json',
    '.csv',
    '.yml',
    '.yaml',
    '.yar',
    '.yara',
    '.ioc',
    '.xml',
  ],
  ...['text/*', 'application/pdf', 'application/json'],
];

/** Where a file is dropped or chosen. */
export const FileField = ({
  error,
  file,
  onFile,
}: {
  file: File | undefined;
  error: string | undefined;
  onFile: (file: File) => void;
}) => (
  <div className={fieldStyles.field}>
    <span className={fieldStyles.label}>File</span>
    <DropZone
      className={generatePageStyles.dropZone}
      onDrop={async ({ items }) => {
        const dropped = items.find((item) => item.kind === 'file');
        if (dropped?.kind === 'file') onFile(await dropped.getFile());
      }}
    >
      <Text slot="label">{file === undefined ? 'Drop a file here, or' : `${file.name}, ${size(file.size)}`}</Text>
      <FileTrigger
        acceptedFileTypes={ACCEPTED}
        onSelect={(files) => {
          const chosen = files?.item(0);
          if (chosen) onFile(chosen);
        }}
      >
        <Button>{file === undefined ? 'Choose a file' : 'Choose another'}</Button>
      </FileTrigger>
    </DropZone>
    <span className={fieldStyles.help}>
      HTML, PDF, Word (.docx), RTF, mail (.eml, .msg), text, Markdown, Sigma, YARA, CSV, OpenIOC, STIX 2.1, MISP or
      CSAF, up to 10 MB.
    </span>
    {error !== undefined && (
      <span className={fieldStyles.fieldError} role="alert">
        {error}
      </span>
    )}
  </div>
);

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
