import type { MockIntegration } from '../template/mockIntegration.ts';
import type { HttpAnswer } from './proxyResponse.ts';
import { type GatewayRequest, headerValues } from './request.ts';

/** Answers as a MOCK integration does: from the template alone, and from who asks. */
export function mockAnswer(
  { status, headers, echoedOrigins }: MockIntegration,
  request: GatewayRequest,
): HttpAnswer {
  const [origin = ''] = headerValues(request.headers, 'origin');
  const given = new Map(Object.entries(headers));
  if (echoedOrigins.includes(origin)) given.set('Access-Control-Allow-Origin', origin);
  return { status, headers: [['Content-Type', 'application/json'], ...given], body: Buffer.alloc(0) };
}
