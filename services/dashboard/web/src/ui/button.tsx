import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';

const BUTTON_CLASSES: Readonly<Record<string, string | undefined>> = {
  danger: styles.buttonDanger,
  main: styles.buttonMain,
  quiet: styles.buttonQuiet,
};

/** `main` for what a page is there for, `danger` for what cannot be undone, `quiet` for what stands beside. */
type Kind = 'main' | 'plain' | 'quiet' | 'danger';

/**
 * A button. While `pending` it takes no press and keeps the keyboard's focus. (React Aria's own pending state announces a button that may be gone by then, which is
 * an image without a name to a screen reader.)
 */
export const Button = ({
  kind = 'plain',
  pending = false,
  className = '',
  onPress,
  type = 'button',
  ...props
}: AriaButtonProps & { kind?: Kind; pending?: boolean; className?: string }) => (
  <AriaButton
    {...props}
    type={pending ? 'button' : type}
    {...(pending || onPress === undefined ? {} : { onPress })}
    data-busy={pending}
    className={`${styles.button} ${BUTTON_CLASSES[kind] ?? ''} ${className}`}
  />
);

/** A link that looks like a button: it leads somewhere and changes nothing. */
export const ButtonLink = ({ kind = 'plain', className = '', ...props }: LinkProps & { kind?: Kind }) => (
  <Link {...props} className={`${styles.button} ${BUTTON_CLASSES[kind] ?? ''} ${className}`} />
);
