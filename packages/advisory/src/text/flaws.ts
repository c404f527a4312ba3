/** The number of a vulnerability in a text, in any letter case and with the hyphens of keyboards and of print; `id` is how it is written. */
interface Flaw {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

const NUMBER = /\bCVE[-‐‑–](\d{4})[-‐‑–](\d{4,7})\b/gi;

/** The numbers of vulnerabilities that a text names: `CVE-2024-12345`. */
export function flawsIn(text: string): readonly Flaw[] {
  return [...text.matchAll(NUMBER)].map(({ 0: written, 1: year, 2: number, index }) => ({
    id: `CVE-${year}-${number}`,
    start: index,
    end: index + written.length,
  }));
}
