import type { AwsError } from '../aws-error.js';
import type { ServiceDefinition, Wire } from '../call.js';
import { escapeXml, xmlMembers } from './xml.js';

/** An HTTP answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const CONTENT_TYPES: Readonly<Record<Wire, string>> = {
  'json-1.0': 'application/x-amz-json-1.0',
  'json-1.1': 'application/x-amz-json-1.1',
  'rest-json': 'application/json',
  query: 'text/xml',
  ec2: 'text/xml;charset=UTF-8',
};

/** The query protocol's codes for the JSON protocols' codes that this server uses. */
const QUERY_CODES: Readonly<Record<string, string>> = {
  AccessDeniedException: 'AccessDenied',
  ExpiredTokenException: 'ExpiredToken',
  InternalServerException: 'InternalServiceError',
  MissingAuthenticationTokenException: 'MissingAuthenticationToken',
  ThrottlingException: 'Throttling',
  UnrecognizedClientException: 'InvalidClientTokenId',
  ValidationException: 'ValidationError',
};

/** An answer of the sample server itself, not of an AWS service. */
export function jsonAnswer(status: number, body: object): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** The answer to a successful call. */
export function success(service: ServiceDefinition, operation: string, result: object, requestId: string): Answer {
  const headers = baseHeaders(service.wire, requestId);
  if (service.wire === 'query') {
    const members = xmlMembers(result, 'member');
    const body = `<${operation}Response xmlns="${service.xmlNamespace ?? ''}"><${operation}Result>${members}</${operation}Result><ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata></${operation}Response>`;
    return { status: 200, headers, body };
  }
  if (service.wire === 'ec2') {
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${operation}Response xmlns="${service.xmlNamespace ?? ''}"><requestId>${requestId}</requestId>${xmlMembers(result, 'item')}</${operation}Response>`;
    return { status: 200, headers, body };
  }
  return { status: 200, headers, body: JSON.stringify(result) };
}

/** An error answer in the protocol of the service. */
export function failure(service: ServiceDefinition, error: AwsError, requestId: string, queryMode: boolean): Answer {
  const headers = baseHeaders(service.wire, requestId);
  if (error.retryAfterSeconds !== undefined) headers['retry-after'] = String(error.retryAfterSeconds);
  const fault = error.status >= 500 ? 'Receiver' : 'Sender';
  if (service.wire === 'query') {
    const body = `<ErrorResponse xmlns="${service.xmlNamespace ?? ''}"><Error><Type>${fault}</Type><Code>${error.code}</Code><Message>${escapeXml(error.message)}</Message></Error><RequestId>${requestId}</RequestId></ErrorResponse>`;
    return { status: error.status, headers, body };
  }
  if (service.wire === 'ec2') {
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Response><Errors><Error><Code>${error.code}</Code><Message>${escapeXml(error.message)}</Message></Error></Errors><RequestID>${requestId}</RequestID></Response>`;
    return { status: error.status, headers, body };
  }
  if (service.wire === 'rest-json') {
    headers['x-amzn-errortype'] = error.code;
    // Lambda and Security Hub write the member with a capital letter; clients read both.
    const body =
      service.name === 'lambda' || service.name === 'securityhub'
        ? { Type: fault === 'Sender' ? 'User' : 'Service', Message: error.message, Code: error.code }
        : { message: error.message };
    return { status: error.status, headers, body: JSON.stringify(body) };
  }
  // A service that moved from the query protocol to JSON sends the old code beside the new one to clients that ask for it.
  if (queryMode) headers['x-amzn-query-error'] = `${QUERY_CODES[error.code] ?? error.code};${fault}`;
  return { status: error.status, headers, body: JSON.stringify({ __type: error.code, message: error.message }) };
}

/** What a load balancer answers when no server is behind it. */
export function htmlUnavailable(): Answer {
  return {
    status: 503,
    headers: { 'content-type': 'text/html' },
    body: '<html><body><b>Http/1.1 Service Unavailable</b></body> </html>',
  };
}

function baseHeaders(wire: Wire, requestId: string): Record<string, string> {
  return { 'content-type': CONTENT_TYPES[wire], 'x-amzn-requestid': requestId };
}
