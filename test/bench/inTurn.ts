/** Runs a function `count` times. Each of the workers begins its next run as soon as its previous run is done. */
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
