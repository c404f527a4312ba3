import type { ReactNode, Ref } from 'react';
import {
  TextField as AriaTextField,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  type TextFieldProps,
} from 'react-aria-components';
import styles from './field.module.css';

/** A field of one line, or of several with `rows`. `error` is what is wrong with its value now; `help` stands below it. */
export function TextField({
  label,
  help,
  error,
  rows,
  mono = false,
  placeholder,
  inputRef,
  ...props
}: Omit<TextFieldProps, 'children' | 'className'> & {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  rows?: number;
  mono?: boolean;
  placeholder?: string;
  inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement>;
}) {
  const className = mono ? `${styles.input} mono` : styles.input;
  return (
    // What the service found wrong must not keep the form from being sent again, as a browser's own validation would.
    <AriaTextField
      {...props}
      isInvalid={error !== undefined}
      validationBehavior={error === undefined ? 'native' : 'aria'}
      className={styles.field}
    >
      <Label>{label}</Label>
      {rows === undefined ? (
        <Input ref={inputRef} className={className} placeholder={placeholder} />
      ) : (
        <TextArea ref={inputRef} className={className} rows={rows} placeholder={placeholder} spellCheck={false} />
      )}
      {help !== undefined && (
        <Text slot="description" className={styles.help}>
          {help}
        </Text>
      )}
      <FieldError className={styles.fieldError}>{error}</FieldError>
    </AriaTextField>
  );
}
