import { useEffect, useState } from 'react';

/** A value once it has stayed the same for a while: what is typed is not sent at each key. */
export function useSettled<T>(value: T, milliseconds = 450): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
