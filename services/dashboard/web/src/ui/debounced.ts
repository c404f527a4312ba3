import { useEffect, useState } from 'react';

/** A value that follows another once that has not changed for a while, in milliseconds: what is typed is not asked about letter by letter. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
