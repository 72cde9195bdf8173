/** Runs at most `size` pieces of work at a time. The first failure stops what has not begun. */
export function createPool(size: number) {
  const running = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined

  const throwFailure = (): void => {
    if (failure) throw failure.error
  }

  return {
    /** Resolves as soon as the work has begun: later, when there is too much of it. */
    async start(work: () => Promise<void>): Promise<void> {
      while (running.size >= size && !failure) await Promise.race(running)
      throwFailure()
      const run = work()
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => running.delete(run))
      running.add(run)
    },
    /** Resolves when everything that was begun has ended; throws the first failure. */
    async settle(): Promise<void> {
      await Promise.all(running)
      throwFailure()
    },
  }
}
