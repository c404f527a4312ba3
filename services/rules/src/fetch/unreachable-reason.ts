const REASONS: readonly (readonly [RegExp, string])[] = [
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

/** What went wrong with a connection, in words that hold no address, port or library's message. */
export function unreachableReason(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    // With several addresses to try, each failure is in the list; the first stands for all.
    if (cause instanceof AggregateError && cause.errors.length > 0) {
      cause = cause.errors[0];
      continue;
    }
    const code = 'code' in cause ? String(cause.code) : '';
    const known = REASONS.find(([pattern]) => pattern.test(code));
    if (known !== undefined) return known[1];
    cause = cause.cause;
  }
  return 'the connection failed';
}
