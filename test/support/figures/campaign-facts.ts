import fc from 'fast-check'
import { sql } from 'kysely'
import { insertConversion } from '../../../src/service/campaigns/reporting/conversions-store.ts'
import { recordBounce } from '../../../src/service/contacts/suppression/record-bounce.ts'
import { dialectOf } from '../../../src/service/database/dialect.ts'
import { deleteHistory, recordContactEvent } from '../../../src/service/figures/history-store.ts'
import { changeRecipients } from '../../../src/service/figures/recipients-store.ts'
import { classifyRefusal } from '../../../src/service/mail/refusal.ts'
import { recordVisits } from '../../../src/service/tracking/record-visits.ts'
import type { TestService } from '../service.ts'

const hourMs = 3_600_000
const states = ['pending', 'sent', 'deferred', 'failed', 'cancelled', 'uncertain']

const nth = fc.integer({ min: 0, max: 9 })
const hour = fc.integer({ min: 1, max: 5 })

/** Something that happens to the messages of a campaign. */
export const campaignFacts = fc.array(
  fc.oneof(
    fc.record({
      what: fc.constant('state' as const),
      nth,
      hour,
      state: fc.constantFrom(...states),
    }),
    fc.record({
      what: fc.constant('visit' as const),
      nth,
      hour,
      kind: fc.constantFrom('open' as const, 'click' as const),
      isMachineAgent: fc.boolean(),
      link: fc.integer({ min: 0, max: 6 }),
      count: fc.integer({ min: 1, max: 15 }),
    }),
    fc.record({ what: fc.constant('bounce' as const), nth, hour, isHard: fc.boolean() }),
    fc.record({
      what: fc.constant('history' as const),
      nth,
      type: fc.constantFrom('unsubscribe' as const, 'complaint' as const, 'bounce' as const),
    }),
    fc.record({
      what: fc.constant('conversion' as const),
      nth,
      value: fc.constantFrom(undefined, 0, 1.5, 20),
      currency: fc.constantFrom(undefined, 'EUR', 'USD'),
    }),
    fc.record({ what: fc.constant('erase' as const), nth }),
  ),
  { minLength: 1, maxLength: 20 },
)

type CampaignFact = typeof campaignFacts extends fc.Arbitrary<(infer Fact)[]> ? Fact : never

let lastEvent = 0

/** Makes it happen, by the functions of the service where they do not depend on a relay. */
export function addFact(
  { service: { db }, accountId }: TestService,
  campaign: number,
  recipients: readonly { id: number; contact_id: number }[],
  fact: CampaignFact,
): Promise<unknown> {
  const { id, contact_id } = recipients[fact.nth % recipients.length] ?? { id: 0, contact_id: 0 }
  return db.transaction().execute(async (tx) => {
    switch (fact.what) {
      case 'state': {
        const sent_at = fact.state === 'sent' ? fact.hour * hourMs + 7 : null
        const row = { changed_id: id, state: fact.state, sent_at }
        const rows = dialectOf(tx).records([row], {
          ...({ changed_id: 'int', state: 'text', sent_at: 'int' } as const),
        })
        const counted = { state: 'r.state', sent_at: 'r.sent_at' }
        await changeRecipients(tx, { rows, counted })
        break
      }
      case 'visit': {
        const { kind, isMachineAgent, count } = fact
        const link = kind === 'click' ? fact.link : undefined
        const at = fact.hour * hourMs + 11
        const visit = { kind, isMachineAgent, count, link, at, campaign, recipient: id }
        await recordVisits(tx, [visit, { ...visit, at: at + 1 }], { windowMs: 0 })
        break
      }
      case 'bounce': {
        const refusal = classifyRefusal(fact.isHard ? '550 5.1.1 unknown' : '452 4.2.2 full')
        const diagnostic = 'refused'
        await recordBounce(tx, { recipientId: id, refusal, diagnostic, now: fact.hour * hourMs })
        break
      }
      case 'history':
        await recordContactEvent(tx, {
          ...{ accountId, contactId: contact_id, campaignId: campaign },
          ...{ type: fact.type, now: 0 },
        })
        break
      case 'conversion': {
        const recipient = { id, account_id: accountId, campaign_id: campaign, contact_id }
        const conversion = { ...fact, name: 'purchase', event_id: String(lastEvent++) }
        await insertConversion(tx, recipient, conversion, hourMs)
        break
      }
      default:
        await deleteHistory(tx, sql`(${contact_id})`)
    }
  })
}
