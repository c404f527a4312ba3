import { bearer, type Credential, call } from './http.js';
import { stack } from './stack.js';

/** The parts of a rule that this suite reads. */
export interface Rule {
  readonly key: string;
  readonly title: string;
  readonly platform: string;
  readonly techniques: readonly string[];
  readonly yaml: string;
  readonly conversions: Readonly<Record<string, string>>;
}

/** The answer of a generation. */
export interface Generation {
  readonly id: string;
  readonly source: { readonly title: string };
  readonly rules: readonly Rule[];
}

/** The rules service, called with one credential. */
export interface RulesApi {
  /** @param body of `POST /v1/generate` */
  generate(body: object): Promise<Generation>;
  /** Converts the rules of a YAML text to the languages of all SIEMs. */
  convert(yaml: string): Promise<readonly Pick<Rule, 'conversions'>[]>;
  /** Gives the first 200 rules of the list. */
  rules(): Promise<readonly { readonly ruleKey: string }[]>;
  /** Gives a rule in another format. */
  export(key: string, format: string): Promise<string>;
}

/** @param as a credential, or an API key */
export function rulesApi(as: Credential | string): RulesApi {
  const credential = typeof as === 'string' ? bearer(as) : as;
  const at = (path: string) => `${stack.rulesUrl}/v1${path}`;
  return {
    generate: async (body) => (await call('POST', at('/generate'), { as: credential, body })).json().data,
    convert: async (yaml) => (await call('POST', at('/convert'), { as: credential, body: { yaml } })).json().data.rules,
    rules: async () => (await call('GET', at('/rules?limit=200'), { as: credential })).json().data.rules,
    export: async (key, format) =>
      (await call('GET', at(`/rules/${key}/export?format=${format}`), { as: credential })).text,
  };
}
