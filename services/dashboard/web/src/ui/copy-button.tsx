import { useState } from 'react';
import { Button } from './button.js';

/** Copies a text to the clipboard, and says so. `what` is what it is, for a screen reader. */
export function CopyButton({ text, what, label = 'Copy' }: { text: string; what: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <Button onPress={() => void copy()} aria-label={copied ? `${what} copied` : `Copy ${what}`}>
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  );
}
