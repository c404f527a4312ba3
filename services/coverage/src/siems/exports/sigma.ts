import { type ExportContent, type ExportFile, isAlone } from './exported-rule.js';

/** Rules in Sigma: one file, or the YAML files of an archive that have a detection or a correlation. */
export function readSigmaFiles(files: readonly ExportFile[]): ExportContent {
  const isYaml = ({ name }: ExportFile): boolean => /\.ya?ml$/i.test(name);
  // A repository has other YAML too, such as workflows.
  const isRule = ({ text }: ExportFile): boolean => /^(?:detection|correlation)\s*:/m.test(text);
  const rules = isAlone(files) ? files : files.filter((file) => isYaml(file) && isRule(file));
  return { rules: rules.map(({ name, text }) => ({ place: name, text })), unread: [] };
}
