import './checkbox.css';
import { CheckboxGroup as AriaCheckboxGroup, Label, Text } from 'react-aria-components';
import { Checkbox } from './checkbox.js';

/** Any of a few, all shown. */
export const CheckboxGroup = <T extends string>({
  label,
  help,
  value,
  options,
  onChange,
}: {
  label: string;
  help?: string;
  value: readonly T[];
  options: readonly { readonly value: T; readonly label: string }[];
  onChange: (value: T[]) => void;
}) => (
  <AriaCheckboxGroup className="checkbox-group" value={[...value]} onChange={(next) => onChange(next as T[])}>
    <Label className="field-label">{label}</Label>
    {help !== undefined && (
      <Text slot="description" className="help">
        {help}
      </Text>
    )}
    <div className="checkbox-group-options">
      {options.map((option) => (
        <Checkbox key={option.value} value={option.value}>
          {option.label}
        </Checkbox>
      ))}
    </div>
  </AriaCheckboxGroup>
);
