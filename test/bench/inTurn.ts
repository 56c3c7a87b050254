/** Does something `count` times, by so many workers of which each begins anew as soon as it is done. */
export async function inTurn(
  count: number,
  workers: number,
  run: (index: number) => Promise<void>,
): Promise<void> {
  const rest = Array.from({ length: count }).keys();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (const index of rest) await run(index);
    }),
  );
}
