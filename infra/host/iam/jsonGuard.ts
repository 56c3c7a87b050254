import { common, JsonError, type JsonGuard } from '../jsonServer.ts';
import type { Access } from './access.ts';
import type { RequiredAction } from './policy.ts';
import { signerOf } from './signer.ts';

/**
 * Returns a guard that checks a request's signature for a service and asks IAM for permission.
 *
 * @param service the service's name in signatures
 * @param askedBy returns the actions of a request
 * @param denial creates the service's own error for denied requests. Default: the error of most services
 */
export function jsonGuard(
  access: Access,
  service: string,
  askedBy: (action: string, input: Readonly<Record<string, unknown>>) => readonly RequiredAction[],
  denial: (message: string) => Error = accessDenied,
): JsonGuard {
  const signer = signerOf(access, service, 'x-amz-target');
  return ({ headers, body }, action, input) => {
    const principal = signer({ method: 'POST', path: '/', headers, body });
    access.authorize(principal, askedBy(action, input), denial);
  };
}

const accessDenied = (message: string) => new JsonError(`${common}AccessDeniedException`, message);
