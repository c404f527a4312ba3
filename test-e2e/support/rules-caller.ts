/** A rule, as far as these suites look at it. */
interface Rule {
  readonly key: string;
  readonly platform: string;
  readonly techniques: readonly string[];
  readonly yaml: string;
}

/** A customer of the rules service with an API key. */
export interface RulesCaller {
  /** Rules for what a body of `POST /v1/generate` asks for. */
  generate(body: unknown): Promise<readonly Rule[]>;
  /** A rule as an EventBridge event pattern. */
  eventPattern(key: string): Promise<string>;
}

/** The rules service at `url` for one API key; an answer other than 200 is thrown with its body. */
export function rulesCaller(url: string, apiKey: string): RulesCaller {
  const call = async (path: string, request: RequestInit = {}): Promise<string> => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { ...request, headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${request.method ?? 'GET'} ${path} answered ${answer.status}: ${text}`);
    return text;
  };
  return {
    async generate(body) {
      const text = await call('/v1/generate', { method: 'POST', body: JSON.stringify(body) });
      return (JSON.parse(text) as { data: { rules: Rule[] } }).data.rules;
    },
    eventPattern: (key) => call(`/v1/rules/${key}/export?format=eventbridge`),
  };
}
