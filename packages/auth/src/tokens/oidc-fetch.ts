/** Longer than any healthy provider takes, short enough that a caller can wait for it. */
const TIMEOUT_MS = 4_000;
/** Key sets and discovery documents are a few kilobytes. */
const MAX_BYTES = 512 * 1024;

/** A provider's answer. */
export interface ProviderAnswer {
  status: number;
  /** The JSON body as an object; empty when it is something else. */
  body: Readonly<Record<string, unknown>>;
}

/**
 * Asks the configured identity provider, whose addresses come from the operator or from the provider itself. Redirects
 * are not followed: a secret may be on its way.
 * @throws Error when there is no answer within 4 s, or one of more than 512 kB
 */
export async function askProvider(url: string, init: RequestInit = {}): Promise<ProviderAnswer> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  return { status: response.status, body: parseObject(await readText(response, url)) };
}

async function readText(response: Response, url: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    const part: Uint8Array = chunk;
    bytes += part.length;
    if (bytes > MAX_BYTES)
      throw new Error(`the identity provider's answer at ${url} is larger than ${MAX_BYTES} bytes`);
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
