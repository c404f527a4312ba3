import { Label, Radio, RadioGroup } from 'react-aria-components';
import choiceStyles from './choice.module.css';
import fieldStyles from './field.module.css';

/** One of a few, all shown side by side. */
export const Choice = <T extends string>({
  label,
  hideLabel = false,
  value,
  options,
  onChange,
}: {
  label: string;
  hideLabel?: boolean;
  value: T;
  options: readonly { readonly value: T; readonly label: string }[];
  onChange: (value: T) => void;
}) => (
  <RadioGroup
    className={choiceStyles.choiceGroup}
    orientation="horizontal"
    aria-label={hideLabel ? label : undefined}
    value={value}
    onChange={(next) => onChange(next as T)}
  >
    {!hideLabel && <Label className={fieldStyles.fieldLabel}>{label}</Label>}
    <div className={choiceStyles.choice}>
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className={choiceStyles.choiceOption}>
          {option.label}
        </Radio>
      ))}
    </div>
  </RadioGroup>
);
