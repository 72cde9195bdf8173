import type { Insertable } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ContactStatus } from '../../src/contract/shapes/contact.ts'
import type { CampaignRow } from '../../src/service/database/schema/campaign.ts'
import { testClock } from '../support/clock.ts'
import { insertContacts } from '../support/database/contact-rows.ts'
import { recountFigures } from '../support/figures/recount-figures.ts'
import { startService, type TestService } from '../support/service.ts'

const start = Date.parse('2027-03-15T09:00:00Z')

let server: TestService
beforeEach(async () => {
  server = await startService({ clock: testClock(start) })
})
afterEach(() => server.close())

const dashboard = async (headers = {}) =>
  (await server.api('GET', '/dashboard', undefined, headers)).body

async function addCampaign(change: Partial<Insertable<CampaignRow>>): Promise<number> {
  const { id } = await server.service.db
    .insertInto('campaigns')
    .values({
      account_id: server.accountId,
      camp_name: 'March',
      asunto: 'Hola',
      preheader: '',
      html: '<p>Hola</p>',
      text: '',
      from_name: 'Tienda',
      from_mail: 'ventas@shop.test',
      track_reads: 1,
      track_links: 1,
      utm: '{}',
      status: 'sent',
      recipients: 0,
      sent: 0,
      failed: 0,
      audience_list: 0,
      audience_cursor: 0,
      audience_fixed: 1,
      lease_until: 0,
      started_at: start,
      version: 1,
      created_at: start,
      updated_at: start,
      ...change,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addRecipients(campaign: number, states: readonly string[]): Promise<void> {
  await server.service.db
    .insertInto('recipients')
    .values(
      states.map((state, n) => ({
        id: campaign * 1000 + n,
        account_id: server.accountId,
        campaign_id: campaign,
        address_key: `${n}@example.org`,
        visit: 0,
        contact_id: n + 1,
        state,
        attempts: 0,
      })),
    )
    .execute()
  await recountFigures(server.service.db, campaign)
}

/** Inserts visits in the form `recipient.kind`, with a trailing `!` for a machine visit. */
async function addVisits(campaign: number, visits: readonly string[]): Promise<void> {
  await server.service.db
    .insertInto('engagements')
    .values(
      visits.map((visit) => {
        const [recipient = '', kind = ''] = visit.replace('!', '').split('.')
        return {
          account_id: server.accountId,
          campaign_id: campaign,
          recipient_id: campaign * 1000 + Number(recipient),
          contact_id: Number(recipient),
          kind,
          machine: visit.endsWith('!') ? (1 as const) : (0 as const),
          at: start,
        }
      }),
    )
    .execute()
  for (const [kind, column] of [
    ['open', 'opened_at'],
    ['click', 'clicked_at'],
  ] as const) {
    const by = visits.filter((visit) => visit.endsWith(kind)).map((visit) => visit.split('.')[0])
    await server.service.db
      .updateTable('recipients')
      .set({ [column]: start })
      .where('campaign_id', '=', campaign)
      .where('id', 'in', [0, ...by.map((recipient) => campaign * 1000 + Number(recipient))])
      .execute()
  }
  await recountFigures(server.service.db, campaign)
}

async function addContacts(account: number, statuses: readonly ContactStatus[]): Promise<void> {
  const { db } = server.service
  const { id } = await db
    .insertInto('lists')
    .values({
      account_id: account,
      public_id: `list-${account}`,
      name: 'Clientes',
      description: '',
      double_optin: 0,
      created_at: start,
      updated_at: start,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const people = statuses.map((status, n) => ({ email: `${n}@example.org`, status }))
  await insertContacts(db, { accountId: account, listId: id, now: start }, people)
}

test('a new account sees zeros, its quota, and the first steps', async () => {
  const body = await dashboard()
  expect(body).toMatchObject({
    contacts: 0,
    active_contacts: 0,
    lists: 0,
    campaigns: 0,
    sent: 0,
    opens: 0,
    clicks: 0,
    bounces: 0,
    unsubscribes: 0,
    open_rate: 0,
    click_rate: 0,
    last_campaigns: [],
    quota: { used: 0, resets_at: '2027-03-31T22:00:00.000Z' },
  })
  const codes = body.warnings.map(({ code }: { code: string }) => code)
  expect(codes).toEqual(['sandbox_plan', 'no_verified_sender'])
})

test('contacts are counted by status, for this account alone', async () => {
  await addContacts(server.accountId, ['active', 'active', 'unsubscribed', 'complained', 'bounced'])
  await addContacts((await server.other()).id, ['active'])
  expect(await dashboard()).toMatchObject({
    contacts: 5,
    active_contacts: 2,
    lists: 1,
    bounces: 1,
    unsubscribes: 2,
  })
})

test('opens and clicks are those of people, and rates count each recipient once', async () => {
  const ended = await addCampaign({ recipients: 4, sent: 4 })
  await addRecipients(ended, ['sent', 'sent', 'sent', 'sent'])
  await addVisits(ended, ['1.open', '1.open', '2.open', '3.open!', '1.click'])
  const running = await addCampaign({ status: 'sending', recipients: 4 })
  await addRecipients(running, ['sent', 'pending', 'failed', 'uncertain'])
  await addVisits(running, ['0.open'])
  const theirs = await server.other()
  const foreign = await addCampaign({ account_id: theirs.id, sent: 9 })
  await addVisits(foreign, ['1.open'])
  const body = await dashboard()
  expect(body).toMatchObject({ campaigns: 2, sent: 5, opens: 4, clicks: 1 })
  expect([body.open_rate, body.click_rate]).toEqual([3 / 5, 1 / 5])
  expect(body.last_campaigns).toMatchObject([
    { id: running, status: 'sending', recipients: 4, open_rate: 1, click_rate: 0 },
    { id: ended, status: 'sent', recipients: 4, open_rate: 0.5, click_rate: 0.25 },
  ])
})

async function addSentCampaign(campaign: object, opened = 0): Promise<number> {
  const id = await addCampaign(campaign)
  await addRecipients(id, ['sent', 'sent', 'sent', 'sent'].slice(0, opened > 0 ? 4 : 1))
  if (opened > 0)
    await addVisits(
      id,
      Array.from({ length: opened }, (_, n) => `${n}.open`),
    )
  return id
}

test('the last campaign is compared with the mean of up to ten before it', async () => {
  expect((await dashboard()).comparison).toBeNull()
  await addSentCampaign({ sent: 4 }, 4)
  for (let n = 0; n < 5; n++) await addSentCampaign({ sent: 4 }, 1)
  for (let n = 0; n < 5; n++) await addSentCampaign({ sent: 4 }, 3)
  await addCampaign({ status: 'draft' })
  const last = await addSentCampaign({ sent: 4 }, 2)
  expect((await dashboard()).comparison).toEqual({
    id: last,
    campaigns: 10,
    open_rate: 0.5,
    mean_open_rate: 0.5,
    click_rate: 0,
    mean_click_rate: 0,
  })
})

test('the five newest campaigns are shown; deleted ones count only in the totals', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  for (const camp_name of names) await addSentCampaign({ camp_name, sent: 1 })
  await addSentCampaign({ camp_name: 'gone', sent: 1, deleted_at: start })
  const body = await dashboard()
  expect([body.campaigns, body.sent]).toEqual([6, 7])
  const shown = body.last_campaigns.map(({ camp_name }: { camp_name: string }) => camp_name)
  expect(shown).toEqual(['f', 'e', 'd', 'c', 'b'])
})

test('the quota follows the account’s own month and warns near its limit', async () => {
  const { db } = server.service
  const use = (sends_used: number, sends_reset_at: number) =>
    db.updateTable('accounts').set({ monthly_sends: 100, sends_used, sends_reset_at }).execute()
  const sendsWarning = async () => {
    const { quota, warnings } = await dashboard()
    const isWarned = warnings.some(({ code }: { code: string }) => code === 'quota_nearly_used')
    return [quota.used, isWarned]
  }
  await use(50, start + 1)
  expect(await sendsWarning()).toEqual([50, false])
  await use(90, start + 1)
  expect(await sendsWarning()).toEqual([90, true])
  await use(90, start)
  expect(await sendsWarning()).toEqual([0, false])
})

test('an unverified sender and a domain without SPF are warned about', async () => {
  await server.api('POST', '/senders', { from_name: 'Tienda', from_mail: 'ventas@shop.test' })
  await server.api('POST', '/senders', { from_name: 'Tienda', from_mail: 'hola@shop.test' })
  await server.service.db
    .updateTable('senders')
    .set({ verified_at: start })
    .where('from_mail', '=', 'hola@shop.test')
    .execute()
  const { warnings } = await dashboard({ 'accept-language': 'es' })
  expect(warnings).toMatchObject([
    { code: 'sandbox_plan' },
    { code: 'sender_not_verified', message: expect.stringMatching(/ventas@.* no está verificado/) },
    { code: 'domain_not_authenticated', message: expect.stringContaining('hola@shop.test') },
  ])
})
