/** The product's mark. It stands beside its name, and so says nothing to a screen reader. */
export const Mark = () => (
  <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="#0f3d3e" />
    <path d="M5 21h22" stroke="#ffb454" strokeWidth="3" strokeLinecap="round" />
    <path d="M9 21v-9M23 21v-9" stroke="#e8f1f0" strokeWidth="3" strokeLinecap="round" />
    <circle cx="16" cy="21" r="3.4" fill="#ffb454" />
  </svg>
);
