import { useState } from 'react';
import { Choice } from '../ui/choice.js';
import { chooseTheme, chosenTheme, type Theme } from './theme.js';

/** Light, dark, or as the system is. */
export function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <Choice<Theme>
      label="Theme"
      hideLabel
      value={theme}
      options={[
        { value: 'system', label: 'System' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
      onChange={(next) => {
        chooseTheme(next);
        setTheme(next);
      }}
    />
  );
}
