/** Until it is so; fails after `withinMs` of real time. */
export async function waitFor(
  isSo: () => boolean | Promise<boolean>,
  withinMs = 10_000,
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
