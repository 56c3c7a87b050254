import diagnostics from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Lookup } from '../../../shared/webhooks/connections.ts';
import {
  type Behaviour,
  makeCertificate,
  openReceiver,
  type Receiver,
  trust,
} from '../../support/receivers/receiver.ts';
import { briefMilliseconds, send, sendBriefly } from './sending.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await openReceiver();
  trust(receiver.certificate);
});
afterEach(() => receiver.close());

/** Every address that a connection is attempted to, as Node says. */
function recordAttempts(): { readonly attempts: string[]; stop(): void } {
  const attempts: string[] = [];
  const created = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.on('connectionAttempt', (address: string) => attempts.push(address));
  };
  diagnostics.subscribe('net.client.socket', created);
  return { attempts, stop: () => diagnostics.unsubscribe('net.client.socket', created) };
}

/** Answers each question with the next list of addresses, and counts them. */
function answering(...lists: (readonly string[])[]) {
  const questions: string[] = [];
  const lookup: Lookup = async (hostname) => {
    questions.push(hostname);
    const addresses = lists[questions.length - 1] ?? [];
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { questions, lookup };
}

describe('a name that resolves to what is not public', () => {
  test.for([
    ['a private address', ['10.0.0.1']],
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['the metadata service', ['169.254.169.254']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['public ones and a private one', ['8.8.8.8', '2606:4700:4700::1111', '10.0.0.1']],
    ['a private one first', ['10.0.0.1', '8.8.8.8']],
    ['no address at all', ['localhost']],
  ] as const)('is refused for %s, without a connection', async ([_, addresses]) => {
    const { attempts, stop } = recordAttempts();
    const { lookup, questions } = answering(addresses);

    const result = await sendBriefly('https://hooks.example.com/', { allowPrivateTargets: false, lookup });
    stop();

    expect(result).toMatchObject({
      kind: 'failed',
      error: 'address_not_allowed',
      message: 'The host name has an address that is not public.',
    });
    expect(questions).toEqual(['hooks.example.com']);
    expect(attempts).toEqual([]);
  });

  test.for([
    ['https://user:pass@example.com/', 'The URL must not contain a user name or a password.'],
    ['https://example.com:8443/', 'The URL must use port 443.'],
    ['https://127.0.0.1/', 'The URL must not point to a private or reserved address.'],
    ['https://localhost/', 'The URL must not point to a private or reserved address.'],
    ['http://example.com/', 'The URL must be an absolute HTTPS URL.'],
    ['', 'The URL must be an absolute HTTPS URL.'],
  ] as const)('is not even asked for in %j', async ([url, message]) => {
    const { lookup, questions } = answering(['8.8.8.8']);

    const result = await send(url, { allowPrivateTargets: false, lookup });

    expect(result).toMatchObject({ kind: 'failed', error: 'address_not_allowed', message });
    expect(questions).toEqual([]);
  });

  test('is not connected to by asking twice (DNS rebinding)', async () => {
    // The first is of a network that was given back (RFC 3701): nobody is there.
    const { attempts, stop } = recordAttempts();
    const { lookup, questions } = answering(['3ffe::1'], ['127.0.0.1'], ['127.0.0.1']);

    const result = await sendBriefly('https://hooks.example.com/', { allowPrivateTargets: false, lookup });
    stop();

    expect(result.kind).toBe('failed');
    expect(questions).toHaveLength(1);
    expect(attempts).toEqual(['3ffe::1']);
  });

  test('is not reached over a connection that was made when it was allowed', async () => {
    await send(receiver.url);

    const result = await send(receiver.url, { allowPrivateTargets: false });

    expect(result).toMatchObject({ error: 'address_not_allowed' });
    expect(receiver.received).toHaveLength(1);
  });
});

describe('a connection', () => {
  test.for(['hooks.example.com', 'hooks.example.com.'])(
    'goes to the address that was found for %s, and its certificate has to be for that name',
    async (hostname) => {
      const certificate = await makeCertificate({ names: ['hooks.example.com'] });
      const other = await openReceiver({ certificate });
      trust(certificate);
      let serverName: string | false | null = null;
      other.behaviour = ({ socket }, response) => {
        serverName = (socket as TLSSocket).servername;
        response.writeHead(204).end();
      };
      const { lookup, questions } = answering(['127.0.0.1'], ['127.0.0.1']);

      const result = await send(`https://${hostname}:${other.port}/`, { lookup });
      await other.close();

      expect(result).toMatchObject({ kind: 'answered', status: 204 });
      expect(questions).toEqual([hostname]);
      expect(serverName).toBe('hooks.example.com');
      expect(other.received[0]?.headers.host).toBe(`${hostname}:${other.port}`);
    },
  );

  test('is made to the next address when one does not answer', async () => {
    const { lookup } = answering(['3ffe::1', '127.0.0.1']);

    expect(await send(receiver.url, { lookup })).toMatchObject({ status: 204 });
  });

  test('serves one request after the other', async () => {
    for (let n = 0; n < 20; n += 1) await send(receiver.url);

    expect(receiver.connections).toBe(1);
  });

  test('is never waited for, however many hang on the same host, and ten are kept', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => send(receiver.url)));
    expect(results.every((result) => result.kind === 'answered')).toBe(true);
    expect(receiver.connections).toBe(50);

    await Promise.all(Array.from({ length: 10 }, () => send(receiver.url)));

    expect(receiver.connections).toBe(50);
  });

  test('is closed when it was idle for less than five seconds', async () => {
    const idle = Promise.withResolvers<number>();
    receiver.behaviour = ({ socket }, response) => {
      const at = Date.now();
      socket.once('close', () => idle.resolve(Date.now() - at));
      // A receiver that would keep it for longer.
      response.writeHead(204, { 'keep-alive': 'timeout=60' }).end();
    };

    await send(receiver.url);

    expect(await idle.promise).toBeGreaterThan(3500);
    expect(await idle.promise).toBeLessThan(5000);
  });

  test('is not used again after the process stood still', async () => {
    await send(receiver.url);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    await send(receiver.url);
    vi.useRealTimers();

    expect(receiver.connections).toBe(2);
  });
});

describe('a connection that was closed while it was idle', () => {
  /** The first connection is closed when its second request comes, as if both had crossed. */
  const closing =
    (close: Behaviour): Behaviour =>
    (...exchange) => {
      const [, response] = exchange;
      if (receiver.received.length === 2) close(...exchange);
      else response.writeHead(204).end();
    };

  test.for<[string, Behaviour]>([
    ['reset', (request) => receiver.reset(request)],
    ['closed', ({ socket }) => socket.destroy()],
    ['ended', ({ socket }) => socket.end()],
  ])('and %s is replaced, once', async ([_, close]) => {
    receiver.behaviour = closing(close);
    await send(receiver.url);

    expect(await sendBriefly(receiver.url)).toMatchObject({ kind: 'answered', status: 204 });

    expect(receiver.connections).toBe(2);
    expect(receiver.received).toHaveLength(3);
    expect(receiver.received[2]?.headers).toEqual({ ...receiver.received[1]?.headers, connection: 'close' });
  });

  test('is replaced for every request that met one', async () => {
    await Promise.all(Array.from({ length: 10 }, () => send(receiver.url)));
    const first = receiver.received.length;
    receiver.behaviour = (request, response) => {
      if (receiver.received.length <= first + 10) receiver.reset(request);
      else response.writeHead(204).end();
    };

    const results = await Promise.all(Array.from({ length: 10 }, () => sendBriefly(receiver.url)));

    expect(results.every((result) => result.kind === 'answered')).toBe(true);
  });

  test('is not replaced a second time', async () => {
    await send(receiver.url);
    receiver.behaviour = ({ socket }) => socket.destroy();

    expect(await sendBriefly(receiver.url)).toMatchObject({ kind: 'failed', error: 'connection_reset' });
    expect(receiver.received).toHaveLength(3);
  });

  test('is replaced within the same time', async () => {
    await send(receiver.url);
    receiver.behaviour = ({ socket }) => {
      if (receiver.received.length === 2) setTimeout(() => socket.destroy(), briefMilliseconds / 2);
    };

    expect(await sendBriefly(receiver.url)).toMatchObject({ kind: 'failed', error: 'timeout' });
    expect(receiver.received).toHaveLength(3);
  });

  test('is no longer idle when an answer has begun', async () => {
    await send(receiver.url);
    receiver.behaviour = ({ socket }) => socket.end('HTTP/1.1 2');

    expect(await sendBriefly(receiver.url)).toMatchObject({ kind: 'failed', error: 'connection_reset' });
    expect(receiver.received).toHaveLength(2);
  });
});
