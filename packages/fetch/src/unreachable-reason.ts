const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^ERR_TUNNEL$/, 'our outgoing proxy did not open the connection'],
  [/^(?:UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'connecting took too long'],
  [/^ECONNREFUSED$/, 'the connection was refused'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'the connection was closed before the document was complete'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'there is no route to it'],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'its name does not resolve'],
  [/^CERT_HAS_EXPIRED$/, 'its TLS certificate has expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its TLS certificate is for another name'],
  [
    /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*|CERT_.*)$/,
    'its TLS certificate is not trusted',
  ],
  [/^(?:ERR_SSL_.*|ERR_TLS_.*|EPROTO)$/, 'the TLS handshake failed'],
  [
    /^(?:HPE_.*|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|UND_ERR_.*)$/,
    'its answer is not valid HTTP',
  ],
];

interface Fault {
  readonly code?: unknown;
  readonly cause?: unknown;
  /** Set when several addresses were tried: one error each. The first stands for all. */
  readonly errors?: readonly unknown[];
}

/** Why a connection failed, in words that contain no address, port or message of a library. */
export function unreachableReason(error: unknown): string {
  let fault = error;
  for (let depth = 0; depth < 5 && typeof fault === 'object' && fault !== null; depth += 1) {
    const { code, cause, errors }: Fault = fault;
    const known = REASONS.find(([pattern]) => typeof code === 'string' && pattern.test(code));
    if (known !== undefined) return known[1];
    fault = errors?.[0] ?? cause;
  }
  return 'the connection failed';
}
