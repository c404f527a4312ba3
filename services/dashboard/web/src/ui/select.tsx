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
import { useDrawnAtOnce } from './collection.js';
import fieldStyles from './field.module.css';
import selectStyles from './select.module.css';

/** One of a list. */
export function Select<T extends string>({
  label,
  hideLabel = false,
  value,
  options,
  onChange,
  onOpen,
  help,
}: {
  label: string;
  hideLabel?: boolean;
  value: T;
  options: readonly { readonly value: T; readonly label: string; readonly hint?: string }[];
  onChange: (value: T) => void;
  /** Told when the list is opened or closed, for what is only then asked for. */
  onOpen?: () => void;
  help?: string;
}) {
  useDrawnAtOnce();
  return (
    <AriaSelect
      className={`${fieldStyles.field} ${selectStyles.select}`}
      aria-label={hideLabel ? label : undefined}
      value={value}
      onOpenChange={onOpen}
      onChange={(key) => {
        if (key !== null) onChange(key as T);
      }}
    >
      {!hideLabel && <Label>{label}</Label>}
      <Button className={`${fieldStyles.input} ${selectStyles.selectButton}`}>
        <SelectValue className={selectStyles.selectValue} />
        <span aria-hidden="true">▾</span>
      </Button>
      {help !== undefined && (
        <Text slot="description" className={fieldStyles.help}>
          {help}
        </Text>
      )}
      <Popover className={selectStyles.popover}>
        <ListBox className={selectStyles.listBox} items={options.map((option) => ({ ...option, id: option.value }))}>
          {({ label: text, hint }) => (
            <ListBoxItem className={selectStyles.listBoxItem} textValue={text}>
              <Text slot="label">{text}</Text>
              {hint !== undefined && (
                <Text slot="description" className={fieldStyles.help}>
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
