import { Checkbox as AriaCheckbox, type CheckboxProps } from 'react-aria-components';
import styles from './checkbox.module.css';

/** A box to tick, with its words behind it; without words it needs an `aria-label`. */
export const Checkbox = ({ children, ...props }: Omit<CheckboxProps, 'className'>) => (
  <AriaCheckbox {...props} className={styles.checkbox}>
    {({ isSelected, isIndeterminate }) => (
      <>
        <span className={styles.checkboxBox} aria-hidden="true">
          {isIndeterminate ? '–' : isSelected ? '✓' : ''}
        </span>
        {children as React.ReactNode}
      </>
    )}
  </AriaCheckbox>
);
