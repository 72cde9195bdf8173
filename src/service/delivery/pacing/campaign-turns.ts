interface Due {
  id: number
  account: number
  plan: string | null
}

/**
 * Returns a function that chooses the next campaign: accounts in turn, by the weight of their plan, and
 * the campaigns of each account in turn. Neither a large campaign nor many campaigns of one account
 * delay another account.
 */
export function createCampaignTurns(
  weightOf: (plan: string) => number,
): <Campaign extends Due>(due: readonly Campaign[]) => Campaign | undefined {
  /** The weight that an account has gathered since its last turn. */
  const credits = new Map<number, number>()
  const lastCampaigns = new Map<number, number>()

  /** A smooth weighted round robin: the turns of a large weight are spread among the others. */
  function nextAccount(weights: ReadonlyMap<number, number>): number | undefined {
    for (const account of credits.keys()) if (!weights.has(account)) credits.delete(account)
    let next: number | undefined
    let total = 0
    for (const [account, weight] of weights) {
      const credit = (credits.get(account) ?? 0) + weight
      credits.set(account, credit)
      total += weight
      if (next === undefined || credit > (credits.get(next) ?? 0)) next = account
    }
    if (next !== undefined) credits.set(next, (credits.get(next) ?? 0) - total)
    return next
  }

  return (due) => {
    const inOrder = [...due].sort((a, b) => a.account - b.account)
    const weights = new Map(inOrder.map(({ account, plan }) => [account, weightOf(plan ?? '')]))
    for (const account of lastCampaigns.keys()) {
      if (!weights.has(account)) lastCampaigns.delete(account)
    }
    const account = nextAccount(weights)
    if (account === undefined) return undefined
    const own = due.filter((campaign) => campaign.account === account)
    const id = nextAfter(
      own.map((campaign) => campaign.id),
      lastCampaigns.get(account) ?? 0,
    )
    const next = own.find((campaign) => campaign.id === id)
    if (next) lastCampaigns.set(account, next.id)
    return next
  }
}

/** Returns the smallest number above `last`, or else the smallest of all. */
function nextAfter(numbers: readonly number[], last: number): number | undefined {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted.find((number) => number > last) ?? sorted[0]
}
