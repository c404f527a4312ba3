import './checkbox.css';
import { Checkbox as AriaCheckbox, type CheckboxProps } from 'react-aria-components';

/** A box to tick, with its words behind it; without words it needs an `aria-label`. */
export const Checkbox = ({ children, ...props }: Omit<CheckboxProps, 'className'>) => (
  <AriaCheckbox {...props} className="checkbox">
    {({ isSelected, isIndeterminate }) => (
      <>
        <span className="checkbox-box" aria-hidden="true">
          {isIndeterminate ? '–' : isSelected ? '✓' : ''}
        </span>
        {children as React.ReactNode}
      </>
    )}
  </AriaCheckbox>
);
