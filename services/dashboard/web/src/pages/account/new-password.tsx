import { TextField } from '../../ui/field.js';

/** A field for a password that is chosen now. */
export const NewPassword = ({
  label = 'Password',
  value,
  onChange,
  error,
}: {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) => (
  <TextField
    label={label}
    type="password"
    autoComplete="new-password"
    help="12 to 256 characters that are not easy to guess; several words that do not belong together are good."
    isRequired
    minLength={12}
    maxLength={256}
    value={value}
    onChange={onChange}
    error={error}
  />
);
