import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newSecret, signatureHeaders } from '../../../shared/webhooks/signature.ts';
import { openReceiver, type Receiver, trust } from '../../support/receivers/receiver.ts';
import { send, sendBriefly } from './sending.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
  trust(receiver.certificate);
});
beforeEach(() => {
  receiver.behaviour = (_, response) => response.writeHead(204).end();
});
afterAll(() => receiver.close());

test('a request has the body as it was signed, and the headers of Standard Webhooks', async () => {
  const secret = newSecret();
  const body = JSON.stringify({ type: 'document.created', title: 'Größe – 契約 🎉' });
  const signed = signatureHeaders({
    id: 'msg_1',
    timestampSeconds: Math.floor(Date.now() / 1000),
    body,
    secrets: [secret],
  });

  await send(`${receiver.url}?key=1#part`, { headers: signed, body });

  const request = await receiver.next();
  const headers = Object.fromEntries(Object.entries(request.headers).map(([k, v]) => [k, String(v)]));
  expect(request).toMatchObject({ method: 'POST', path: '/hook?key=1' });
  expect(new Webhook(secret).verify(request.body, headers)).toEqual(JSON.parse(body));
  expect(headers).toMatchObject({
    ...signed,
    host: `localhost:${receiver.port}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'accept-encoding': 'identity',
    'user-agent': 'document-governance/1 (webhooks)',
  });
  expect(headers).not.toHaveProperty('transfer-encoding');
});

describe('an answer', () => {
  test.for([204, 299, 304, 410, 503, 999])('%i is returned unchanged', async (status) => {
    const body = status === 204 || status === 304 ? '' : `status ${status}`;
    receiver.behaviour = (_, response) => response.writeHead(status).end(body);

    expect(await send(receiver.url)).toEqual({
      kind: 'answered',
      status,
      retryAfter: null,
      body,
      latencyMilliseconds: expect.any(Number),
    });
  });

  test.for([301, 308])('%i is not followed', async (status) => {
    const other = await openReceiver();
    receiver.behaviour = (_, response) => response.writeHead(status, { location: other.url }).end();

    expect(await send(receiver.url)).toMatchObject({ kind: 'answered', status });
    expect(other.connections).toBe(0);
    await other.close();
  });

  test('has its Retry-After returned', async () => {
    receiver.behaviour = (_, response) => response.writeHead(503, { 'retry-after': '120' }).end();

    expect(await send(receiver.url)).toMatchObject({ status: 503, retryAfter: '120' });
  });
});

describe("an answer's body", () => {
  const bodyOf = async (sent: string | Buffer) => {
    receiver.behaviour = (_, response) => response.end(sent);
    const result = await send(receiver.url);
    return result.kind === 'answered' ? result.body : result;
  };

  test('is returned whole up to 4 KiB', async () => {
    expect(await bodyOf('x'.repeat(4096))).toBe('x'.repeat(4096));
    expect(await bodyOf('x'.repeat(4097))).toBe('x'.repeat(4096));
    expect(await bodyOf('')).toBe('');
  });

  test('is cut between two characters', async () => {
    expect(await bodyOf('é'.repeat(4096))).toBe('é'.repeat(2048));
    expect(await bodyOf(`x${'é'.repeat(4096)}`)).toBe(`x${'é'.repeat(2047)}`);
    expect(await bodyOf(`xx${'🎉'.repeat(4096)}`)).toBe(`xx${'🎉'.repeat(1023)}`);
  });

  test('is read up to 64 KiB, and the connection kept', async () => {
    const { connections } = receiver;

    expect(await bodyOf('x'.repeat(65_536))).toHaveLength(4096);
    expect(await bodyOf('y')).toBe('y');

    expect(receiver.connections).toBe(connections);
  });

  test('is cut off beyond 64 KiB, and its status still counts', async () => {
    let written = 0;
    const closed = Promise.withResolvers<void>();
    receiver.behaviour = (request, response) => {
      const chunk = Buffer.alloc(16_384, 'x');
      const fill = () => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
      };
      response.on('drain', fill);
      request.socket.once('close', () => closed.resolve());
      fill();
    };

    const result = await sendBriefly(receiver.url);
    await closed.promise;

    expect(result).toMatchObject({ kind: 'answered', status: 200, body: 'x'.repeat(4096) });
    // The receiver could write no more than the buffers of the operating system hold.
    expect(written).toBeLessThan(16 * 1024 * 1024);
  });

  test('has the limits that the caller sets', async () => {
    receiver.behaviour = (request, response) => {
      response.write('x'.repeat(100));
      request.socket.once('close', () => response.destroy());
    };

    const result = await sendBriefly(receiver.url, { maxResponseBytes: 99, keptResponseBytes: 10 });

    expect(result).toMatchObject({ status: 200, body: 'x'.repeat(10) });
  });
});

describe('a time limit', () => {
  const timedOut = { kind: 'failed', error: 'timeout', message: 'The answer was not complete in time.' };

  test.for([
    ['headers', 'HTTP/1.1 500 No\r\n', 'X-Drip: drip\r\n'],
    ['a chunked body', 'HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n'],
  ] as const)('applies to %s that arrive slowly', async ([_, beginning, drop]) => {
    const closed = Promise.withResolvers<void>();
    receiver.behaviour = ({ socket }) => {
      socket.write(beginning);
      const timer = setInterval(() => socket.write(drop), 20);
      socket.once('close', () => {
        clearInterval(timer);
        closed.resolve();
      });
    };

    const result = await sendBriefly(receiver.url);

    expect(result).toMatchObject(timedOut);
    await closed.promise;
  });

  test('ends an answer that is a success by its status line', async () => {
    receiver.behaviour = ({ socket }) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nx');

    const result = await sendBriefly(receiver.url);

    expect(result).toMatchObject({ kind: 'answered', status: 200, body: 'x' });
  });

  test('applies to the lookup of the address', async () => {
    const lookup = () => new Promise<never>(() => {});

    expect(await sendBriefly(receiver.url.replace('localhost', 'h.example'), { lookup })).toMatchObject(
      timedOut,
    );
  });

  test('applies to the wait for one of ten connections', async () => {
    const hanging = await openReceiver();
    hanging.behaviour = () => {};

    const results = await Promise.all(Array.from({ length: 12 }, () => sendBriefly(hanging.url)));
    hanging.behaviour = (_, response) => response.end();

    for (const result of results) expect(result).toMatchObject(timedOut);
    expect(await send(hanging.url)).toMatchObject({ status: 200 });
    await hanging.close();
  });
});
