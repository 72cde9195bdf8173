import type { Executor } from '../../../src/service/database/dialect.ts'

/** Counts by account, slot or day, domain and measure, for example `1 1795165200000 sends`. */
export type Counts = Record<string, number>

const quarterMs = 900_000
const dayMs = 86_400_000

/** Reads the rollups and adds the pending counter deltas. Omits zeros. */
export async function storedCounts(db: Executor): Promise<Counts> {
  const counts: Counts = {}
  const activity = await db.selectFrom('activity').selectAll().execute()
  for (const { account_id, slot, ...measures } of activity) {
    for (const [name, count] of Object.entries(measures)) {
      add(counts, [account_id, slot, name], count)
    }
  }
  const domains = await db.selectFrom('domain_activity').selectAll().execute()
  for (const { account_id, days, day, domain, ...measures } of domains) {
    for (const [name, count] of Object.entries(measures)) {
      add(counts, [account_id, days, day, domain, name], count)
    }
  }
  const tallies = await db.selectFrom('tallies').selectAll().execute()
  for (const { account_id, at, domain, measure, count } of tallies) {
    if (domain === '') add(counts, [account_id, at, measure], count)
    else addDomainCount(counts, { account: account_id, at, domain, measure, count })
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))
}

/** Computes the same counts from the recipients, visits, bounces and complaints themselves. */
export async function recount(db: Executor): Promise<Counts> {
  const counts: Counts = {}
  const slot = (at: number) => Math.floor(at / quarterMs) * quarterMs
  const recipients = await db.selectFrom('recipients').selectAll().execute()
  for (const { account_id, sent_at, address_key } of recipients) {
    if (sent_at === null) continue
    add(counts, [account_id, slot(sent_at), 'sends'])
    const domain = domainOf(address_key)
    addDomainCount(counts, { account: account_id, at: sent_at, domain, measure: 'sent' })
  }
  const visits = await db.selectFrom('engagements').selectAll().where('machine', '=', 0).execute()
  for (const { account_id, at, kind } of visits) add(counts, [account_id, slot(at), `${kind}s`])
  const repeats = await db
    .selectFrom('repeat_visits')
    .selectAll()
    .where('machine', '=', 0)
    .execute()
  for (const { recipient_id, slot: at, kind, count } of repeats) {
    const account = recipients.find(({ id }) => id === recipient_id)?.account_id ?? 0
    add(counts, [account, at, `${kind}s`], count)
  }
  const bounces = await db.selectFrom('bounces').selectAll().execute()
  for (const { account_id, recipient_id, at, type } of bounces) {
    const mailed = recipients.find(({ id }) => id === recipient_id)
    const domain = domainOf(mailed?.address_key ?? '')
    const delivery = { account: account_id, at: mailed?.sent_at ?? at, domain }
    add(counts, [account_id, slot(at), 'bounces'])
    addDomainCount(counts, { ...delivery, measure: `${type}_bounces` })
    if (mailed?.sent_at) addDomainCount(counts, { ...delivery, measure: 'returned' })
  }
  const complaints = await db
    .selectFrom('contact_history')
    .innerJoin('contacts', 'contacts.id', 'contact_history.contact_id')
    .selectAll('contact_history')
    .select('contacts.email_key')
    .where('type', '=', 'complaint')
    .execute()
  for (const { account_id: account, campaign_id, at, email_key } of complaints) {
    const mailed = recipients.find(
      (recipient) => recipient.campaign_id === campaign_id && recipient.address_key === email_key,
    )
    const domain = domainOf(email_key)
    addDomainCount(counts, { account, at: mailed?.sent_at ?? at, domain, measure: 'complaints' })
  }
  return counts
}

interface DomainCount {
  account: number
  at: number
  domain: string
  measure: string
  count?: number
}

function addDomainCount(
  counts: Counts,
  { account, at, domain, measure, count }: DomainCount,
): void {
  for (const days of [1, 8, 64]) {
    const day = Math.floor(at / (days * dayMs)) * days * dayMs
    add(counts, [account, days, day, domain, measure], count)
  }
}

const domainOf = (address: string) => address.split('@')[1] ?? ''

function add(counts: Counts, parts: readonly (string | number)[], count = 1): void {
  const key = parts.join(' ')
  counts[key] = (counts[key] ?? 0) + count
}
