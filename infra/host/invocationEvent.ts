/**
 * Returns the event of an invocation, of its JSON and of what its `body` is, in Base64, where that is binary: between threads a
 * file's text would be escaped, copied and parsed on its way.
 */
export function invocationEvent(json: string, binaryBody: Uint8Array | undefined): unknown {
  const event = JSON.parse(json);
  return binaryBody ? { ...event, body: Buffer.from(binaryBody).toString('base64') } : event;
}
