import './select.css';
import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from 'react-aria-components';

/** One of a list. */
export function Select<T extends string>({
  label,
  hideLabel = false,
  value,
  options,
  onChange,
  help,
}: {
  label: string;
  hideLabel?: boolean;
  value: T;
  options: readonly { readonly value: T; readonly label: string; readonly hint?: string }[];
  onChange: (value: T) => void;
  help?: string;
}) {
  return (
    <AriaSelect
      className="field select"
      aria-label={hideLabel ? label : undefined}
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(key as T);
      }}
    >
      {!hideLabel && <Label>{label}</Label>}
      <Button className="input select-button">
        <SelectValue className="select-value" />
        <span aria-hidden="true">▾</span>
      </Button>
      {help !== undefined && (
        <Text slot="description" className="help">
          {help}
        </Text>
      )}
      <Popover className="popover">
        <ListBox className="list-box" items={options.map((option) => ({ ...option, id: option.value }))}>
          {({ label: text, hint }) => (
            <ListBoxItem className="list-box-item" textValue={text}>
              <Text slot="label">{text}</Text>
              {hint !== undefined && (
                <Text slot="description" className="help">
                  {hint}
                </Text>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
