import type { ClosingArtefact } from '../../cloud/closing.js';

/** A word of a shell's command line, as one argument whatever is in it. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Commands for the AWS CLI, each on a line; in several regions they are run in a loop over `$region`. */
export function cli(regions: readonly string[], commands: (region: string) => readonly string[]): ClosingArtefact {
  const [only] = regions;
  if (regions.length === 1 && only !== undefined) return { form: 'cli', text: `${commands(only).join('\n')}\n` };
  const body = commands('"$region"').map((line) => `  ${line}`);
  return { form: 'cli', text: [`for region in ${regions.join(' ')}; do`, ...body, 'done', ''].join('\n') };
}

/** A CloudFormation template of these resources. */
export const cloudFormation = (description: string, resources: object): ClosingArtefact => ({
  form: 'cloudformation',
  text: `${JSON.stringify({ AWSTemplateFormatVersion: '2010-09-09', Description: description, Resources: resources }, null, 2)}\n`,
});

/** A `.tf.json` file. Texts that are not meant as expressions have gone through {@link literal}. */
export const terraform = (blocks: object): ClosingArtefact => ({
  form: 'terraform',
  text: `${JSON.stringify(blocks, null, 2)}\n`,
});

/** What another block of the same file gives, as Terraform writes it within a text. */
export const reference = (address: string): string => `\${${address}}`;

/** A text that Terraform takes as it is: its templates begin with `${` and `%{`. */
export const literal = (text: string): string => text.replaceAll(/([$%])\{/g, '$1$1{');
