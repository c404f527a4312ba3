import { DropZone, FileTrigger, Text } from 'react-aria-components';
import { Button } from './button.js';
import fieldStyles from './field.module.css';
import styles from './file-drop.module.css';

/** Where a file is dropped or chosen. `accepted` are the endings and media types that the chooser shows; without them all. */
export const FileDrop = ({
  accepted,
  error,
  file,
  help,
  label,
  onFile,
}: {
  label: string;
  help: string;
  accepted?: readonly string[];
  file: File | undefined;
  error?: string | undefined;
  onFile: (file: File) => void;
}) => (
  <div className={fieldStyles.field}>
    <span className={fieldStyles.label}>{label}</span>
    <DropZone
      className={styles.dropZone}
      onDrop={async ({ items }) => {
        const dropped = items.find((item) => item.kind === 'file');
        if (dropped?.kind === 'file') onFile(await dropped.getFile());
      }}
    >
      <Text slot="label">{file === undefined ? 'Drop a file here, or' : `${file.name}, ${size(file.size)}`}</Text>
      <FileTrigger
        {...(accepted === undefined ? {} : { acceptedFileTypes: accepted })}
        onSelect={(files) => {
          const chosen = files?.item(0);
          if (chosen) onFile(chosen);
        }}
      >
        <Button>{file === undefined ? 'Choose a file' : 'Choose another'}</Button>
      </FileTrigger>
    </DropZone>
    <span className={fieldStyles.help}>{help}</span>
    {error !== undefined && (
      <span className={fieldStyles.fieldError} role="alert">
        {error}
      </span>
    )}
  </div>
);

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
