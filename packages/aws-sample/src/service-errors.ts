import { AwsError } from './aws-error.js';
import type { ServiceDefinition } from './call.js';
import type { Identity } from './identity.js';

/** An access-denied error in the service's protocol. The message names the caller, the action and the resource. */
export function accessDenied(
  service: ServiceDefinition,
  operation: string,
  identity: Identity,
  resource?: string,
): AwsError {
  const action = `${service.iamPrefix}:${operation}`;
  if (service.wire === 'ec2') {
    return new AwsError(
      'UnauthorizedOperation',
      `You are not authorized to perform this operation. User: ${identity.arn} is not authorized to perform: ${action} because no identity-based policy allows the ${action} action`,
      403,
    );
  }
  const where = resource === undefined ? '' : ` on resource: ${resource}`;
  // STS gives no reason: a stranger must not learn whether the role exists.
  const why = service.name === 'sts' ? '' : ` because no identity-based policy allows the ${action} action`;
  const message = `User: ${identity.arn} is not authorized to perform: ${action}${where}${why}`;
  if (service.wire === 'query') return new AwsError('AccessDenied', message, 403);
  return new AwsError('AccessDeniedException', message, service.wire === 'rest-json' ? 403 : 400);
}

/** A throttling error with the service's own code and status. */
export function throttled(service: ServiceDefinition, retryAfterSeconds: number | undefined): AwsError {
  const message = service.wire === 'ec2' ? 'Request limit exceeded.' : 'Rate exceeded';
  return new AwsError(service.throttling.code, message, service.throttling.status, retryAfterSeconds);
}

/** The error of every service in a region that is not opted in, and for an unknown access key. */
export function unknownCredentials(service: ServiceDefinition): AwsError {
  if (service.wire === 'ec2') {
    return new AwsError('AuthFailure', 'AWS was not able to validate the provided access credentials', 401);
  }
  const message = 'The security token included in the request is invalid.';
  if (service.wire === 'query') return new AwsError('InvalidClientTokenId', message, 403);
  return new AwsError('UnrecognizedClientException', message, service.wire === 'rest-json' ? 403 : 400);
}

/** The error for an expired session. */
export function expired(service: ServiceDefinition): AwsError {
  if (service.wire === 'ec2') return new AwsError('RequestExpired', 'Request has expired.', 400);
  const message = 'The security token included in the request is expired';
  if (service.wire === 'query') return new AwsError('ExpiredToken', message, 403);
  return new AwsError('ExpiredTokenException', message, service.wire === 'rest-json' ? 403 : 400);
}

/** The error for a request without signature. */
export function notSigned(service: ServiceDefinition): AwsError {
  if (service.wire === 'ec2') {
    return new AwsError('MissingParameter', 'The request must contain the parameter AWSAccessKeyId', 400);
  }
  if (service.wire === 'query') {
    return new AwsError('MissingAuthenticationToken', 'Request is missing Authentication Token', 403);
  }
  return new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
}

/** An internal error of the service. */
export function internal(service: ServiceDefinition): AwsError {
  if (service.wire === 'ec2') return new AwsError('InternalError', 'An internal error has occurred', 500);
  if (service.wire === 'query') return new AwsError('InternalFailure', 'An internal error has occurred', 500);
  return new AwsError('InternalServerException', 'An internal error has occurred', 500);
}

/** The error for an unknown operation, or one that the sample does not serve. */
export function unknownOperation(service: ServiceDefinition, asked: string): AwsError {
  if (service.wire === 'ec2' || service.wire === 'query') {
    return new AwsError('InvalidAction', `The action ${asked} is not valid for this web service.`, 400);
  }
  return new AwsError(
    'UnknownOperationException',
    `${service.name} of the AWS sample does not serve ${asked}`,
    service.wire === 'rest-json' ? 404 : 400,
  );
}

/** Whether one of some IAM action patterns matches an action. Letter case does not matter, `*` stands for anything, as in IAM. */
export function actionMatches(patterns: readonly string[], action: string): boolean {
  const wanted = action.toLowerCase();
  return patterns.some((pattern) => {
    const parts = pattern.toLowerCase().split('*');
    const [head = '', ...rest] = parts;
    if (rest.length === 0) return wanted === head;
    if (!wanted.startsWith(head)) return false;
    const tail = rest.pop() ?? '';
    let at = head.length;
    for (const part of rest) {
      const found = wanted.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return wanted.length - tail.length >= at && wanted.endsWith(tail);
  });
}
