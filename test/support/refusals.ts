import { expect } from 'vitest';
import type { ErrorCode } from '../../shared/contract/errorCodes.ts';

/** Specification 7.1: status and type of each code. They are repeated here, to check the contract. */
const invalidRequest = { status: 400, type: 'invalid_request_error' };
const others: Partial<Record<ErrorCode, { status: number; type: string }>> = {
  missing_api_key: { status: 401, type: 'authentication_error' },
  invalid_api_key: { status: 401, type: 'authentication_error' },
  insufficient_permissions: { status: 403, type: 'authorization_error' },
  quota_exceeded: { status: 403, type: 'authorization_error' },
  resource_not_found: { status: 404, type: 'not_found_error' },
  precondition_failed: { status: 412, type: 'invalid_request_error' },
  rate_limit_exceeded: { status: 429, type: 'rate_limit_error' },
  internal_error: { status: 500, type: 'api_error' },
};

/** Returns the expected refusal of a request, for `expect(answer).toMatchObject(...)`. `param`: the wrong parameter; null: none. */
export function refused(code: ErrorCode, param: string | null = null) {
  const { status, type } = others[code] ?? invalidRequest;
  return { status, error: { type, code, param, message: expect.any(String), retry_after: null } };
}
