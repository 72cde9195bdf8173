/** Runs at most `size` tasks at a time. After the first failure no task is started. */
export function createPool(size: number) {
  const running = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined

  const throwFailure = (): void => {
    if (failure) throw failure.error
  }

  return {
    /** Resolves when the task has started; waits while the pool is full. */
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
    /** Resolves when all started tasks have finished. Throws the first failure. */
    async drain(): Promise<void> {
      await Promise.all(running)
      throwFailure()
    },
  }
}
