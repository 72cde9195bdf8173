import fc from 'fast-check'
import { expect } from 'vitest'
import { insertRecipients } from '../../../src/service/automations/engine/steps/nodes-store.ts'
import { insertConversion } from '../../../src/service/campaigns/reporting/conversions-store.ts'
import { mergeCounts, selectCounts } from '../../../src/service/campaigns/reporting/counts-store.ts'
import { unsubscribe } from '../../../src/service/contacts/consent/unsubscribe.ts'
import { recordBounce } from '../../../src/service/contacts/suppression/record-bounce.ts'
import { releaseSlice } from '../../../src/service/delivery/ab-test-store.ts'
import {
  cancelClaimed,
  claimRecipients,
  contactsOf,
} from '../../../src/service/delivery/claim-store.ts'
import { finishCancelledCampaigns } from '../../../src/service/delivery/finish-cancelled.ts'
import { prepareNextCampaign } from '../../../src/service/delivery/prepare-audience.ts'
import type { QueuedMessage } from '../../../src/service/delivery/queued-message.ts'
import { recoverMessages } from '../../../src/service/delivery/recover-store.ts'
import { deliveryResultOf } from '../../../src/service/delivery/results/delivery-result.ts'
import { isPlain } from '../../../src/service/delivery/results/turn-store.ts'
import { writeEachResult } from '../../../src/service/delivery/results/write-each-result.ts'
import { writeTurn } from '../../../src/service/delivery/results/write-turn.ts'
import { classifyRefusal } from '../../../src/service/mail/refusal.ts'
import { purge } from '../../../src/service/retention/purge.ts'
import { cancelWaiting } from '../../../src/service/sandbox/release-store.ts'
import { recordVisits } from '../../../src/service/tracking/record-visits.ts'
import { campaignOf } from '../campaign-fixtures.ts'
import type { TestService } from '../service.ts'
import { walkedCounts } from './campaign-walk.ts'

const acts = [
  ...(['send', 'claim', 'results', 'results', 'recover', 'late', 'visit', 'visit'] as const),
  ...(['bounce', 'complain', 'unsubscribe', 'convert', 'cancel', 'cancelClaimed'] as const),
  ...([
    'delete',
    'erase',
    'deleteCampaign',
    'enroll',
    'stopWaiting',
    'decide',
    'merge',
    'purge',
  ] as const),
] as const

const outcomes = ['sent', 'sent', 'sent', 'deferred', 'failed', 'uncertain', 'unreachable'] as const

/** Something that happens to the messages of campaigns. */
export const figureSteps = fc.array(
  fc.record({
    act: fc.constantFrom(...acts),
    nth: fc.nat({ max: 30 }),
    outcomes: fc.array(fc.constantFrom(...outcomes), { minLength: 1, maxLength: 4 }),
    isTested: fc.boolean(),
    isHard: fc.boolean(),
    visits: fc.array(
      fc.record({
        kind: fc.constantFrom('open' as const, 'click' as const),
        isMachineAgent: fc.boolean(),
        link: fc.nat({ max: 3 }),
        count: fc.integer({ min: 1, max: 12 }),
        second: fc.nat({ max: 4 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  }),
  { minLength: 8, maxLength: 24 },
)

type FigureStep = typeof figureSteps extends fc.Arbitrary<(infer Step)[]> ? Step : never

/** A process that is not in the table of processes, so that others take it for dead. */
const claim = 'process.claim'

const urls = Array.from({ length: 4 }, (_, n) => `https://tienda.example/${n}`)
const html = urls.map((url) => `<a href="${url}">Ver</a>`).join('')

/** The campaigns of an account, in which everything happens by the functions of the service. */
export function createFiguresWorld(server: TestService, addPeople: () => Promise<number>) {
  const { service, api, accountId } = server
  const { db, clock } = service
  const campaigns: number[] = []
  let submitting: QueuedMessage[] = []
  let uncertain: QueuedMessage[] = []
  let runs = 0

  const inTransaction = db.transaction()

  async function send(isTested: boolean): Promise<void> {
    const variants = ['Uno', 'Dos'].map((asunto) => ({ asunto, html }))
    const test = { variants, share: 50, winner: 'click', wait_hours: 2 }
    const list = await addPeople()
    const more = { html, track_reads: 1, track_links: 1, ...(isTested && { ab_test: test }) }
    const { status, body } = await api('POST', '/campaigns', campaignOf(list, more))
    expect([status, body]).toMatchObject([200, {}])
    campaigns.push(body.id)
    const rows = urls.map((url, position) => ({
      account_id: 1,
      campaign_id: body.id,
      position,
      url,
    }))
    await db.insertInto('campaign_links').values(rows).execute()
    const { signal } = new AbortController()
    await prepareNextCampaign(service, { claim, order: 'oldest', signal })
  }

  async function claimSome(limit: number): Promise<void> {
    for (const campaign of campaigns) {
      const ids = await claimRecipients(db, campaign, { claim, now: clock.now() + 1e9, limit })
      const claimed = await contactsOf(db, ids)
      const left = ids.filter((id) => !claimed.some((contact) => contact.id === id))
      await cancelLeft(left)
      const batch = claimed.map(
        ({ id, ...contact }): QueuedMessage => ({
          ...{
            table: 'recipients',
            id,
            claim,
            attempts: 0,
            account: accountId,
            domain: 'x.example',
          },
          counted: {
            ...{ account: accountId, campaign, variant: contact.variant, state: contact.state },
            hasBounced: contact.hasBounced === 1,
          },
          compose: () => Promise.reject(new Error('not composed')),
        }),
      )
      const nothing = { finished: [], released: [], postponed: [] }
      submitting.push(...(await writeTurn(db, { ...nothing, batch }, clock.now())))
    }
  }

  const cancelLeft = (ids: readonly number[]) =>
    inTransaction.execute((tx) => cancelClaimed(tx, { account: accountId, claim, ids }))

  /** As the dispatcher writes them: refusals before the others. */
  async function finish(messages: QueuedMessage[], states: readonly (typeof outcomes)[number][]) {
    const results = messages.map((message, index) => {
      const state = states[index % states.length] ?? 'sent'
      const outcome = {
        state,
        response: '550 5.1.1 unknown',
        ...(state === 'failed' && { code: 550 }),
      }
      return { message, result: deliveryResultOf(outcome, index % 2, clock.now()) }
    })
    await writeEachResult(
      service,
      results.filter((each) => !isPlain(each)),
    )
    const nothing = { batch: [], released: [], postponed: [] }
    await writeTurn(db, { ...nothing, finished: results.filter(isPlain) }, clock.now())
  }

  async function recipientAt(nth: number) {
    if (campaigns.length === 0) return undefined
    const query = db.selectFrom('recipients').selectAll().where('campaign_id', 'in', campaigns)
    const rows = await query.orderBy('id').execute()
    return rows[nth % Math.max(rows.length, 1)]
  }

  async function take(step: FigureStep): Promise<void> {
    const { act, nth, isHard } = step
    if (act === 'send') return send(step.isTested)
    if (act === 'claim') return claimSome((nth % 5) + 1)
    if (act === 'results') {
      const messages = submitting
      submitting = []
      return finish(messages, step.outcomes)
    }
    if (act === 'recover') {
      uncertain = submitting
      submitting = []
      await recoverMessages(db, 'own')
      return
    }
    if (act === 'late') {
      const messages = uncertain
      uncertain = []
      return finish(messages, step.outcomes)
    }
    if (act === 'merge') {
      await mergeCounts(db)
      return
    }
    if (act === 'decide') {
      for (const campaign of campaigns) {
        await releaseSlice(db, { campaign, winner: 'b', now: clock.now() })
      }
      return
    }
    if (act === 'purge') return purge(service, new AbortController().signal)
    if (act === 'stopWaiting') return inTransaction.execute((tx) => cancelWaiting(tx, accountId))
    const recipient = await recipientAt(nth)
    if (!recipient) return
    await happen(step, recipient, isHard)
  }

  type Recipient = NonNullable<Awaited<ReturnType<typeof recipientAt>>>

  async function happen(step: FigureStep, recipient: Recipient, isHard: boolean): Promise<void> {
    const { id, campaign_id: campaign, contact_id: contactId } = recipient
    const now = clock.now()
    const contact = await db
      .selectFrom('contacts')
      .select(['list_id', 'email', 'email_key'])
      .where('id', '=', contactId)
      .executeTakeFirst()
    if (step.act === 'visit') {
      // Nobody has a link of a message that was never made.
      if (recipient.state === 'pending' && recipient.attempts === 0) return
      const visits = step.visits.map(({ kind, link, second, ...more }) => ({
        ...{ ...more, kind, campaign, recipient: id, at: now + second * 1000 },
        link: kind === 'click' ? link : undefined,
      }))
      await inTransaction.execute((tx) => recordVisits(tx, visits, { windowMs: 0 }))
    } else if (step.act === 'bounce') {
      const refusal = classifyRefusal(isHard ? '550 5.1.1 unknown' : '452 4.2.2 full')
      const bounce = { recipientId: id, refusal, diagnostic: 'refused', now }
      await inTransaction.execute((tx) => recordBounce(tx, bounce))
    } else if (step.act === 'convert') {
      const conversion = { name: 'purchase', event_id: String(step.nth), value: 2.5 }
      const currency = isHard ? 'EUR' : undefined
      await inTransaction.execute((tx) =>
        insertConversion(tx, recipient, { ...conversion, currency }, now),
      )
    } else if (step.act === 'cancel') {
      await api('POST', `/campaigns/${campaign}/cancel`, {})
      await finishCancelledCampaigns(service)
    } else if (step.act === 'deleteCampaign') {
      await api('DELETE', `/campaigns/${campaign}`)
    } else if (step.act === 'cancelClaimed') {
      const limit = (step.nth % 3) + 1
      await cancelLeft(await claimRecipients(db, campaign, { claim, now: now + 1e9, limit }))
    } else if (!contact) return
    else if (step.act === 'complain' || step.act === 'unsubscribe') {
      const person = { emailKey: contact.email_key, email: contact.email, contactId }
      await inTransaction.execute((tx) =>
        unsubscribe(tx, {
          ...{ ...person, accountId, listId: contact.list_id, campaignId: campaign },
          ...{ spam: step.act === 'complain', reason: 'page', now },
        }),
      )
    } else if (step.act === 'enroll') {
      const run = { id: ++runs, steps: 0, contact_id: contactId }
      const batch = { account: accountId, campaign, takenUntil: now, now }
      await inTransaction.execute((tx) =>
        insertRecipients(tx, batch, [{ run, addressKey: contact.email_key }]),
      )
    } else {
      const erase = step.act === 'erase' ? '?erase=1' : ''
      await api('DELETE', `/lists/${contact.list_id}/contacts/${contact.email}${erase}`)
    }
  }

  return { take, expectFigures: () => expectFigures(server, campaigns) }
}

type Figure = Awaited<ReturnType<typeof walkedCounts>>[number]

/** The figures as text, so that a difference is easy to read. */
export const shownFigures = (rows: readonly Figure[]): string[] =>
  rows
    .filter(({ count, amount }) => count !== 0 || amount !== 0)
    .map(
      (row) => `${row.measure} ${row.key} ${row.at}: ${row.count} ${Number(row.amount).toFixed(2)}`,
    )
    .sort()

/** Compares the figures of campaigns with a count of the rows that they are about. */
async function expectFigures(
  { service: { db }, accountId }: TestService,
  campaigns: readonly number[],
): Promise<void> {
  for (const id of campaigns) {
    const [stored, walked] = [await selectCounts(db, id), await walkedCounts(db, id)]
    expect(shownFigures(stored)).toEqual(shownFigures(walked))
  }
  const accounts = await db.selectFrom('campaign_counts').select('account_id').distinct().execute()
  expect(accounts).toEqual(campaigns.length > 0 ? [{ account_id: accountId }] : [])
}
