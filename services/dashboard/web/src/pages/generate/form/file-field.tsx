import { FileDrop } from '../../../ui/file-drop.js';

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

/** Where the file of an advisory is dropped or chosen. */
export const FileField = ({
  error,
  file,
  onFile,
}: {
  file: File | undefined;
  error: string | undefined;
  onFile: (file: File) => void;
}) => (
  <FileDrop
    label="File"
    help="HTML, PDF, Word (.docx), RTF, mail (.eml, .msg), text, Markdown, Sigma, YARA, CSV, OpenIOC, STIX 2.1, MISP or CSAF, up to 10 MB."
    accepted={ACCEPTED}
    file={file}
    error={error}
    onFile={onFile}
  />
);
