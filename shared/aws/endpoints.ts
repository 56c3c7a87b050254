import { getEndpointFromInstructions } from '@smithy/core/endpoints';

type Resolve = typeof getEndpointFromInstructions;
type Instructions = Parameters<Resolve>[1];
type Settings = Parameters<Resolve>[2];

/**
 * Returns a function that resolves the endpoint of a service, or of a bucket, as the SDK does. It resolves each endpoint once, because the
 * settings do not change while a function runs. A failed attempt is not cached, because it may have needed credentials that were not
 * available yet.
 *
 * @param command any command of the service
 */
export function endpointsOf(config: Settings, command: Instructions) {
  const resolved = new Map<string | undefined, Promise<URL>>();
  return (Bucket?: string): Promise<URL> => {
    const known = resolved.get(Bucket);
    if (known) return known;
    const endpoint = getEndpointFromInstructions({ Bucket }, command, config)
      .then(({ url }) => url)
      .catch((error: unknown) => {
        resolved.delete(Bucket);
        throw error;
      });
    resolved.set(Bucket, endpoint);
    return endpoint;
  };
}
