/** The fields that segment rules can use. */
export const segmentFields = {
  email: 'Email',
  domain: 'Email domain',
  nombre: 'Name',
  status: 'Status',
  source: 'Source',
  tags: 'Tags',
  lists: 'Lists',
  created_at: 'Added',
  confirmed_at: 'Confirmed',
  unsubscribed_at: 'Unsubscribed',
  last_open_at: 'Last open',
  last_click_at: 'Last click',
  open: 'Opens',
  click: 'Clicks',
  sent: 'Messages sent',
  bounce: 'Bounces',
  conversion: 'Conversions',
}

/** Conditions as sentences, one line per rule. */
export const conditionMessages = {
  and: 'all of these:',
  or: 'any of these:',
  not: 'none of these:',
  operators: {
    eq: 'is',
    neq: 'is not',
    contains: 'contains',
    not_contains: 'does not contain',
    starts_with: 'starts with',
    ends_with: 'ends with',
    gt: 'is greater than',
    gte: 'is at least',
    lt: 'is less than',
    lte: 'is at most',
    between: 'is between',
    in: 'is one of',
    not_in: 'is none of',
    is_set: 'has a value',
    is_not_set: 'has no value',
    before: 'is before',
    after: 'is after',
    within_days: 'is within this many days:',
  },
  /** Joins the two ends of a range. */
  through: 'and',
  happened: (event: string, isDenied: boolean) => {
    const words: Record<string, [string, string]> = {
      open: ['opened', 'did not open'],
      click: ['clicked', 'did not click'],
      sent: ['was sent a message', 'was not sent a message'],
      bounce: ['bounced', 'did not bounce'],
      conversion: ['converted', 'did not convert'],
      custom: ['did', 'did not do'],
    }
    return words[event]?.[isDenied ? 1 : 0] ?? (isDenied ? `not: ${event}` : event)
  },
  /** Before the filters on properties. */
  withProperties: 'with',
  sum: (comparison: string, amount: string, property: string | undefined) =>
    `${property === undefined ? 'total' : `total of ${property}`} ${comparison} ${amount}`,
  first: 'for the first time',
  last: 'for the last time',
  moreThanDaysAgo: (days: number) => (days === 1 ? 'over a day ago' : `over ${days} days ago`),
  counts: { eq: 'exactly', gte: 'at least', lte: 'at most' },
  times: (n: number) => (n === 1 ? 'once' : `${n} times`),
  withinDays: (days: number) => (days === 1 ? 'in the last day' : `in the last ${days} days`),
  fromTo: (from: string, to: string) => `from ${from} to ${to}`,
  inCampaign: (id: string) => `in campaign ${id}`,
  onLink: (link: string) => `on ${link}`,
}
