import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listening } from '../../support/receivers/listening.ts';
import {
  type Behaviour,
  type Certificate,
  makeCertificate,
  openReceiver,
  type Receiver,
  trust,
} from '../../support/receivers/receiver.ts';
import { send, sendBriefly } from './sending.ts';

let receiver: Receiver;
let expired: Certificate;
let forAnotherName: Certificate;
beforeAll(async () => {
  receiver = await openReceiver();
  expired = await makeCertificate({ expired: true });
  forAnotherName = await makeCertificate({ names: ['hooks.example.com'] });
  trust(receiver.certificate, expired, forAnotherName);
});
afterAll(() => receiver.close());

/** Runs `use` with the URL of a server that does not speak HTTPS. */
async function withServer<T>(server: Server, use: (url: string) => Promise<T>): Promise<T> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.on('tlsClientError', () => {});
  const port = await listening(server);
  try {
    return await use(`https://localhost:${port}/`);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

describe('the error for a connection that', () => {
  test('is refused', async () => {
    const url = await withServer(createServer(), async (once) => once);

    expect(await send(url)).toMatchObject({
      kind: 'failed',
      error: 'connection_refused',
      message: 'The connection was refused (ECONNREFUSED).',
    });
    expect(await send(url.replace('localhost', '127.0.0.1'))).toMatchObject({ error: 'connection_refused' });
  });

  test('has no route', async () => {
    // This is a former test network (RFC 3701), so there is no route or no answer.
    const result = await sendBriefly('https://[3ffe::1]/', { allowPrivateTargets: false });

    expect(['connection_failed', 'timeout']).toContain(result.kind === 'failed' && result.error);
  });

  test.for<[string, Behaviour]>([
    ['reset before an answer', (request) => receiver.reset(request)],
    ['closed before an answer', ({ socket }) => socket.destroy()],
    ['ended before an answer', ({ socket }) => socket.end()],
    ['closed within the status', ({ socket }) => socket.end('HTTP/1.1 2')],
    ['closed within the status line', ({ socket }) => socket.end('HTTP/1.1 200 OK')],
    ['closed within the headers', ({ socket }) => socket.end('HTTP/1.1 500 No\r\nContent-Le')],
    ['closed within the body', ({ socket }) => socket.end('HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\nxxx')],
    [
      'closed within a chunk',
      ({ socket }) => socket.end('HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nxxx'),
    ],
    [
      'reset within the body',
      (request, response) => {
        response.writeHead(500, { 'content-length': 1000 }).write('x');
        setTimeout(() => receiver.reset(request), 20);
      },
    ],
  ])('is %s', async ([_, behaviour]) => {
    const requests = receiver.received.length;
    receiver.behaviour = behaviour;

    expect(await sendBriefly(receiver.url)).toMatchObject({
      kind: 'failed',
      error: 'connection_reset',
      message: 'The connection was closed before the answer was complete (ECONNRESET).',
    });
    expect(receiver.received, 'only what was closed while idle is tried again').toHaveLength(requests + 1);
  });

  test('is closed before the handshake', async () => {
    const server = createServer((socket) => socket.destroy());

    expect(await withServer(server, sendBriefly)).toMatchObject({ error: 'connection_reset' });
  });

  test('does not answer the handshake', async () => {
    expect(await withServer(createServer(), sendBriefly)).toMatchObject({ error: 'timeout' });
  });
});

describe('the error for a name', () => {
  test('that cannot be resolved', async () => {
    // A label has at most 63 octets (RFC 1035), so no server is asked.
    expect(await send(`https://${'a'.repeat(64)}.example/`)).toMatchObject({
      error: 'name_not_resolved',
      message: expect.stringMatching(/^The host name could not be resolved \([A-Z_]+\)\.$/),
    });
  });

  test('without an address', async () => {
    expect(await send('https://hooks.example/', { lookup: async () => [] })).toMatchObject({
      error: 'name_not_resolved',
      message: 'The host name could not be resolved.',
    });
  });

  test('whose servers fail', async () => {
    const lookup = () => Promise.reject(Object.assign(new Error('queryA ESERVFAIL'), { code: 'ESERVFAIL' }));

    expect(await send('https://hooks.example/', { lookup })).toMatchObject({
      error: 'name_not_resolved',
      message: 'The host name could not be resolved (ESERVFAIL).',
    });
  });
});

describe('the error for a certificate', () => {
  const presented = async (certificate: Certificate) => {
    const other = await openReceiver({ certificate });
    const result = await send(other.url);
    expect(other.received).toHaveLength(0);
    await other.close();
    return result;
  };

  test('from an unknown authority', async () => {
    expect(await presented(await makeCertificate())).toMatchObject({
      error: 'tls',
      message: 'No secure connection could be made (DEPTH_ZERO_SELF_SIGNED_CERT).',
    });
  });

  test('for another name', async () => {
    expect(await presented(forAnotherName)).toMatchObject({
      error: 'tls',
      message: 'No secure connection could be made (ERR_TLS_CERT_ALTNAME_INVALID).',
    });
  });

  test('that has expired', async () => {
    expect(await presented(expired)).toMatchObject({
      error: 'tls',
      message: 'No secure connection could be made (CERT_HAS_EXPIRED).',
    });
  });
});

describe('the error for a server that speaks', () => {
  test('plain HTTP', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));

    expect(await withServer(server, sendBriefly)).toMatchObject({ error: 'tls' });
  });

  test('TLS 1.1 only', async () => {
    const server = createTlsServer({
      ...receiver.certificate,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });

    expect(await withServer(server, sendBriefly)).toMatchObject({ error: 'tls' });
  });

  test('TLS with a client certificate only', async () => {
    const server = createTlsServer({ ...receiver.certificate, requestCert: true, rejectUnauthorized: true });

    const result = await withServer(server, sendBriefly);

    // OpenSSL sends an alert with the reason, and Node closes the connection. The alert or the closing can arrive first.
    expect(['tls', 'connection_reset']).toContain(result.kind === 'failed' && result.error);
  });
});

describe('an answer that is not valid', () => {
  test.for<[string, Behaviour, string]>([
    ['no HTTP', ({ socket }) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'), 'HPE_INVALID_CONSTANT'],
    ['HTTP/2', ({ socket }) => socket.end('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), 'HPE_'],
    ['no status', ({ socket }) => socket.end('HTTP/1.1 OK\r\n\r\n'), 'HPE_INVALID_STATUS'],
    [
      'two lengths',
      ({ socket }) => socket.end('HTTP/1.1 500 No\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'),
      'HPE_',
    ],
    [
      'a chunk of no size',
      ({ socket }) => socket.end('HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
      'HPE_INVALID_CHUNK_SIZE',
    ],
    [
      'one huge header',
      (_, response) => response.writeHead(500, { 'x-huge': 'x'.repeat(17_000) }).end(),
      'HPE_HEADER_OVERFLOW',
    ],
    [
      'endless headers',
      ({ socket }) => {
        socket.write('HTTP/1.1 500 No\r\n');
        const timer = setInterval(() => socket.write('X-Header: x\r\n'.repeat(1000)), 1);
        socket.once('close', () => clearInterval(timer));
      },
      'HPE_HEADER_OVERFLOW',
    ],
  ])('%s', async ([_, behaviour, code]) => {
    receiver.behaviour = behaviour;

    expect(await sendBriefly(receiver.url)).toMatchObject({
      kind: 'failed',
      error: 'invalid_response',
      message: expect.stringContaining(`The answer was not valid HTTP (${code}`),
    });
  });

  test.for([
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  ])('another protocol: %j', async (answer) => {
    receiver.behaviour = ({ socket }) => socket.write(answer);

    expect(await sendBriefly(receiver.url)).toMatchObject({ kind: 'failed', error: 'invalid_response' });
  });

  test('more than one answer', async () => {
    receiver.behaviour = ({ socket }) => {
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nb',
      );
    };
    expect(await sendBriefly(receiver.url)).toMatchObject({ kind: 'answered', body: 'a' });

    receiver.behaviour = (_, response) => response.end('c');
    expect(await sendBriefly(receiver.url), 'belongs to no other request').toMatchObject({ body: 'c' });
  });
});

describe('an answer with a 2xx status line is a success', () => {
  const success = 'HTTP/1.1 200 OK\r\n';
  test.for<[string, number, string, string]>([
    ['bytes after 204', 204, 'HTTP/1.1 204 No Content\r\n\r\n', 'left over'],
    ['a length and a body after 204', 204, 'HTTP/1.1 204\r\nContent-Length: 2\r\n\r\n', 'ok'],
    ['bytes after its body', 200, `${success}Content-Length: 2\r\n\r\nok`, 'more'],
    ['another answer at once', 200, `${success}Content-Length: 0\r\n\r\n`, `${success}\r\n`],
    ['two lengths', 200, `${success}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 'xx'],
    [
      'a length and chunks',
      200,
      `${success}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n`,
      '0\r\n\r\n',
    ],
    ['a length that is no number', 201, 'HTTP/1.1 201 Created\r\nContent-Length: many\r\n\r\n', ''],
    ['a length that is too long', 202, 'HTTP/1.1 202 Accepted\r\nContent-Length: 9\r\n\r\n', 'ok'],
    ['a line that is no header', 200, `${success}what a day\r\n\r\n`, ''],
    ['a space in a name', 200, `${success}X Y: z\r\n\r\n`, ''],
    ['a NUL in a header', 200, `${success}X: a\0b\r\n\r\n`, ''],
    ['line feeds only', 200, 'HTTP/1.1 200 OK\nX: y\n\n', ''],
    ['a huge header', 200, `${success}X: ${'x'.repeat(20_000)}\r\n\r\n`, ''],
    ['a chunk of no size', 200, `${success}Transfer-Encoding: chunked\r\n\r\n`, 'zz\r\n'],
    ['headers that stop', 200, `${success}Content-Le`, ''],
    ['an interim answer before', 200, `HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n${success}X Y: z\r\n`, ''],
  ])('with %s', async ([_, status, head, rest]) => {
    for (const pause of [false, true]) {
      receiver.behaviour = ({ socket }) => {
        socket.write(head);
        if (pause) setTimeout(() => socket.end(rest), 10);
        else socket.end(rest);
      };

      expect(await sendBriefly(receiver.url)).toMatchObject({ kind: 'answered', status });
    }
    receiver.behaviour = (_, response) => response.end('c');
    expect(await sendBriefly(receiver.url), 'belongs to no other request').toMatchObject({ body: 'c' });
  });
});

test('does not throw when a header cannot be sent', async () => {
  expect(await send(receiver.url, { headers: { 'webhook-id': 'a\nb' } })).toMatchObject({
    kind: 'failed',
    error: 'connection_failed',
    message: 'No connection could be made (ERR_INVALID_CHAR).',
  });
});
