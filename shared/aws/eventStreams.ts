/**
 * Replaces `@smithy/core/event-streams` in the bundles: no operation that is called here streams events. The SDK loads that module
 * lazily, and esbuild neither merges nor tree-shakes the imports of a lazy module, here most of `@smithy/core`. Without it a function
 * that needs DynamoDB alone is 12 % smaller, and loads in a sixth less time.
 */

/** Called when a stream begins. */
export function eventStreamSerdeProvider(): never {
  throw new Error('Streams of events are not part of this bundle.');
}

export const EventStreamSerde = eventStreamSerdeProvider;

/** Called when a client is made. */
export const resolveEventStreamSerdeConfig = <T>(input: T): T => input;
