/** Lines of the icons on a field of 16 by 16. */
const PATHS = {
  home: 'M2.5 7.5 8 2.8l5.5 4.7M4 6.5v7h8v-7M6.8 13.5v-4h2.4v4',
  generate: 'M8 2v3M8 11v3M2 8h3M11 8h3M4 4l2 2M10 10l2 2M12 4l-2 2M6 10l-2 2',
  reports: 'M4 2h6l3 3v9H4zM10 2v3h3M6.5 8.5h4M6.5 11h4',
  library: 'M3 2.5v11M6.5 2.5v11M9.5 3l3.5 10.3',
  converter: 'M3 5.5h9M9.5 3 12 5.5 9.5 8M13 10.5H4M6.5 8 4 10.5 6.5 13',
  pipelines: 'M2 4h4M10 4h4M6 2.5h4v3H6zM2 12h4M10 12h4M6 10.5h4v3H6zM8 5.5v5',
  cloud: 'M4.5 12.5a3 3 0 0 1-.3-6A4 4 0 0 1 12 7.2a2.7 2.7 0 0 1-.4 5.3z',
  siem: 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.01M5 11h.01M8 5h3.5M8 11h3.5',
  members:
    'M6 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM1.8 13.5a4.2 4.2 0 0 1 8.4 0M10.5 3.2a2.2 2.2 0 0 1 0 4.1M11.8 9.6a4 4 0 0 1 2.4 3.9',
  'team-rules': 'M3 2.5h10v11H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h3',
  analytics: 'M2.5 13.5h11M4.5 11V8M8 11V4M11.5 11V6.5',
  audit: 'M8 1.8 13 4v4c0 3-2 5.2-5 6.2C5 13.2 3 11 3 8V4zM5.8 8l1.6 1.6 2.8-3',
  search: 'M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM10.7 10.7 14 14',
  fold: 'M2.5 3h11v10h-11zM6.5 3v10M11 6.3 9.3 8 11 9.7',
  unfold: 'M2.5 3h11v10h-11zM6.5 3v10M9.3 6.3 11 8 9.3 9.7',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** An icon. It stands beside its words, and so says nothing to a screen reader. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg
    viewBox="0 0 16 16"
    width="16"
    height="16"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
  >
    <path d={PATHS[name]} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);
