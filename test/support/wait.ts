/** Waits until the condition is met. Throws after `withinMs` of real time. */
export async function waitFor(
  isMet: () => boolean | Promise<boolean>,
  withinMs = 30_000,
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await isMet())) {
    if (performance.now() > deadline) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
