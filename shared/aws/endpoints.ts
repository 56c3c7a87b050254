import { getEndpointFromInstructions } from '@smithy/core/endpoints';

type Resolve = typeof getEndpointFromInstructions;
type Instructions = Parameters<Resolve>[1];
type Settings = Parameters<Resolve>[2];

/**
 * Returns a function that resolves the endpoint of a service, or of a bucket, as the SDK does. It resolves once, because the settings do
 * not change while a function runs. A failed attempt is not cached, as resolving may need credentials that were not available at that
 * moment.
 *
 * @param command any of the service's
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
