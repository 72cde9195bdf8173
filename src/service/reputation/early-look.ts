/** After so many results, some of them bad, reputations are looked at without waiting for a tick. */
const checkEvery = 100

/**
 * Returns a function that counts results, and calls `look` when there may be a campaign above a limit. Good results can
 * only lift a campaign over the least number that is judged, which the next tick finds. To look after them too would
 * take a thirtieth of the main thread's time at full speed.
 */
export function createEarlyLook(look: () => void): (count: number, bad: number) => void {
  let counted = 0
  let countedBad = 0
  return (count, bad) => {
    counted += count
    countedBad += bad
    if (counted < checkEvery || countedBad === 0) return
    counted = 0
    countedBad = 0
    look()
  }
}
