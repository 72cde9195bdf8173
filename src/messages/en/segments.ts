/** What rules ask about, by the name in a rule. */
export const segmentFields = {
  email: 'E-mail',
  domain: 'Domain of the e-mail',
  nombre: 'Name',
  status: 'Status',
  source: 'Where they came from',
  tags: 'Tags',
  lists: 'Lists they are on',
  created_at: 'Added',
  confirmed_at: 'Confirmed',
  unsubscribed_at: 'Unsubscribed',
  last_open_at: 'Last open',
  last_click_at: 'Last click',
  open: 'Opens',
  click: 'Clicks',
  sent: 'Messages sent',
  bounce: 'Bounces',
}

/** Conditions in words, a line a rule. */
export const conditionWords = {
  and: 'all of these:',
  or: 'any of these:',
  not: 'none of these:',
  operators: {
    eq: 'is',
    neq: 'is not',
    contains: 'contains',
    not_contains: 'does not contain',
    starts_with: 'begins with',
    ends_with: 'ends with',
    gt: 'is more than',
    gte: 'is at least',
    lt: 'is less than',
    lte: 'is at most',
    between: 'is between',
    in: 'is one of',
    not_in: 'is none of',
    is_set: 'is filled in',
    is_not_set: 'is empty',
    before: 'is before',
    after: 'is after',
    within_days: 'is within so many days:',
  },
  /** Between the two ends of a range. */
  through: 'and',
  happened: (event: string, isDenied: boolean) => {
    const words: Record<string, string> = {
      open: 'opened',
      click: 'clicked',
      sent: 'was mailed',
      bounce: 'bounced',
    }
    return `${isDenied ? 'not: ' : ''}${words[event] ?? event}`
  },
  counts: { eq: 'exactly', gte: 'at least', lte: 'at most' },
  times: (n: number) => (n === 1 ? 'once' : `${n} times`),
  withinDays: (days: number) => (days === 1 ? 'in the last day' : `in the last ${days} days`),
  fromTo: (from: string, to: string) => `from ${from} to ${to}`,
  inCampaign: (id: string) => `in campaign ${id}`,
  onLink: (link: string) => `at ${link}`,
}
