/** What a failed connection's code means. */
interface Reason {
  readonly codes: readonly string[];
  /** How further codes of that meaning begin. */
  readonly starts?: readonly string[];
  readonly says: string;
}

/** The codes of Node.js, its TLS library and our client. The first that fits counts. */
const REASONS: readonly Reason[] = [
  { codes: ['ERR_TUNNEL'], says: 'our outgoing proxy did not open the connection' },
  { codes: ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'], says: 'connecting took too long' },
  { codes: ['ECONNREFUSED'], says: 'the connection was refused' },
  {
    codes: ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'],
    says: 'the connection was closed before the document was complete',
  },
  { codes: ['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'], says: 'there is no route to it' },
  { codes: ['ENOTFOUND', 'EAI_AGAIN'], says: 'its name does not resolve' },
  { codes: ['CERT_HAS_EXPIRED'], says: 'its TLS certificate has expired' },
  { codes: ['ERR_TLS_CERT_ALTNAME_INVALID'], says: 'its TLS certificate is for another name' },
  {
    codes: ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
    starts: ['UNABLE_TO_', 'CERT_'],
    says: 'its TLS certificate is not trusted',
  },
  { codes: ['EPROTO'], starts: ['ERR_SSL_', 'ERR_TLS_'], says: 'the TLS handshake failed' },
  { codes: [], starts: ['HPE_', 'UND_ERR_'], says: 'its answer is not valid HTTP' },
];

function isOf({ codes, starts = [] }: Reason, code: string): boolean {
  return codes.includes(code) || starts.some((start) => code.startsWith(start));
}

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
    const known = REASONS.find((reason) => typeof code === 'string' && isOf(reason, code));
    if (known !== undefined) return known.says;
    fault = errors?.[0] ?? cause;
  }
  return 'the connection failed';
}
