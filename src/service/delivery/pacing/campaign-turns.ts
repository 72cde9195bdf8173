interface Due {
  id: number
  account: number
}

/**
 * Returns a function that chooses the next campaign: accounts in turn, and the campaigns of each account
 * in turn. Neither a large campaign nor many campaigns of one account delay another account.
 */
export function createCampaignTurns(): <Campaign extends Due>(
  due: readonly Campaign[],
) => Campaign | undefined {
  let lastAccount = 0
  const lastCampaigns = new Map<number, number>()

  return (due) => {
    const accounts = new Set(due.map(({ account }) => account))
    for (const account of lastCampaigns.keys()) {
      if (!accounts.has(account)) lastCampaigns.delete(account)
    }
    const account = nextAfter([...accounts], lastAccount)
    if (account === undefined) return undefined
    const own = due.filter((campaign) => campaign.account === account)
    const id = nextAfter(
      own.map((campaign) => campaign.id),
      lastCampaigns.get(account) ?? 0,
    )
    const next = own.find((campaign) => campaign.id === id)
    lastAccount = account
    if (next) lastCampaigns.set(account, next.id)
    return next
  }
}

/** Returns the smallest number above `last`, or else the smallest of all. */
function nextAfter(numbers: readonly number[], last: number): number | undefined {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted.find((number) => number > last) ?? sorted[0]
}
