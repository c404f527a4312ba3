import { isDigits, isHex } from '../characters.js';

const isDecimal = (data: string): boolean => isDigits(data) && data.length <= 10;
const DWORD_MAX = 0xffff_ffff;

/**
 * A registry value's data as Sysmon writes it, and Sigma's `Details` with it: `DWORD (0x00000001)`, and of more than eight digits
 * `QWORD (0x00000000-0x00000001)`. Undefined where the data is no number.
 * @param data the number alone, as `0x…` or in decimal digits
 */
export function sysmonDetails(data: string): string | undefined {
  const digits = data.slice('0x'.length).toLowerCase();
  const hex = data.toLowerCase().startsWith('0x') && isHex(digits) && digits.length <= 16 ? digits : undefined;
  if (hex !== undefined && hex.length > 8) {
    const whole = hex.padStart(16, '0');
    return `QWORD (0x${whole.slice(0, 8)}-0x${whole.slice(8)})`;
  }
  if (hex === undefined && (!isDecimal(data) || Number(data) > DWORD_MAX)) return undefined;
  return `DWORD (0x${(hex ?? Number(data).toString(16)).padStart(8, '0')})`;
}

/** All that `Details` may be: decimal digits may be a text's, which Sysmon writes as it is. */
export function detailsOf(data: string): readonly string[] {
  const written = sysmonDetails(data);
  if (written === undefined) return [data];
  return isDecimal(data) ? [written, data] : [written];
}
