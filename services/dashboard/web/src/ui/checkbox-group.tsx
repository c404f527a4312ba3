import { CheckboxGroup as AriaCheckboxGroup, Label, Text } from 'react-aria-components';
import { Checkbox } from './checkbox.js';
import checkboxStyles from './checkbox.module.css';
import fieldStyles from './field.module.css';

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
  <AriaCheckboxGroup
    className={checkboxStyles.checkboxGroup}
    value={[...value]}
    onChange={(next) => onChange(next as T[])}
  >
    <Label className={fieldStyles.fieldLabel}>{label}</Label>
    {help !== undefined && (
      <Text slot="description" className={fieldStyles.help}>
        {help}
      </Text>
    )}
    <div className={checkboxStyles.checkboxGroupOptions}>
      {options.map((option) => (
        <Checkbox key={option.value} value={option.value}>
          {option.label}
        </Checkbox>
      ))}
    </div>
  </AriaCheckboxGroup>
);
