/**
 * Texts that a database or an index cannot store as they are, or that become invalid when cut at a round length; and valid texts close to
 * them.
 */
export const UNSTORABLE_TEXTS: readonly string[] = [
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  // An emoji that is cut in half at character 100, and emojis that end or begin there.
  `${'a'.repeat(99)}\ud83d`,
  `${'a'.repeat(99)}\ud83d\ude00`,
  `${'a'.repeat(98)}\ud83d\ude00`,
  // Too long for a B-tree index of Postgres, even when compressed.
  Array.from({ length: 3000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join(''),
];

/** Texts that often cause faults in programs. Halves of surrogate pairs, which JSON cannot hold, are escaped when they are written. */
export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  ...UNSTORABLE_TEXTS,
  '\u202eright to left\u202c',
  '\u05d0\u05d1\u05d2 \u0627\u0644\u0639',
  // The same letter composed, and as a letter with a combining accent.
  '\u00e9',
  'e\u0301',
  '\ufeffmark',
  '\ufffe\uffff',
  '\u2028\u2029',
  '\u200b',
  'a\r\nX-Injected: yes',
  '\u001b[31m',
  "'; drop table users; --",
  '" or 1=1',
  '%00',
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  '#{7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0x10',
  '1e309',
  '9'.repeat(40),
  'a'.repeat(255),
  'a'.repeat(4096),
];
