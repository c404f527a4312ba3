/** The options of `tripline check` as the command line gives them. */
export interface CheckCommandOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly failOn: 'error' | 'warning' | 'info';
}
