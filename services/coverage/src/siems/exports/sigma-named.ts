const SENTENCE = /Sigma rule (\S{1,100}), version ([0-9a-f]{12})/;

/** The rule of Sigma that a description names, in the sentence that our exports end with. */
export function sigmaNamed(description: string | null): { readonly id: string; readonly version: string } | null {
  const found = SENTENCE.exec(description ?? '');
  return found === null ? null : { id: found[1] as string, version: found[2] as string };
}
