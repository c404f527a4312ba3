import './choice.css';
import { Label, Radio, RadioGroup } from 'react-aria-components';

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
    className="choice-group"
    orientation="horizontal"
    aria-label={hideLabel ? label : undefined}
    value={value}
    onChange={(next) => onChange(next as T)}
  >
    {!hideLabel && <Label className="field-label">{label}</Label>}
    <div className="choice">
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className="choice-option">
          {option.label}
        </Radio>
      ))}
    </div>
  </RadioGroup>
);
