import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { ReputationLimits } from '../../src/core/service/reputation-limits.ts'
import { spansContaining } from '../../src/service/dashboard/rollup-spans.ts'
import { createReputationStop } from '../../src/service/reputation/hold-campaigns.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { recountFigures } from '../support/figures/recount-figures.ts'
import { logLines } from '../support/log-lines.ts'
import { parseMessage, startSink } from '../support/mail/smtp-sink.ts'
import type { SinkBehaviour } from '../support/mail/smtp-sink-server.mjs'
import { startService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const size = 500

/** Starts a service and a campaign of which every second recipient is at `gone.example`. */
async function sendToOldList(behaviour: SinkBehaviour, reputation?: ReputationLimits) {
  const sink = await startSink(behaviour)
  ends.push(sink.stop)
  const { log, lines } = logLines()
  const settings = { smtpUrl: sink.url, ...(reputation && { reputation }) }
  const server = await startService({ workers: true, log, settings })
  ends.push(server.close)
  await addSender(server)
  const people = Array.from({ length: size }, (_, index) =>
    index % 2 === 0 ? `ana.${index}@correo.example` : `eva.${index}@gone.example`,
  )
  const list = await addList(server, people)
  const campaign = { ...campaignOf(list), camp_name: 'Primavera' }
  const { id } = (await server.api('POST', '/campaigns', campaign)).body
  const triedOf = async () => {
    const { sent, failed } = (await server.api('GET', `/campaigns/${id}/stats`)).body
    return sent + failed
  }
  return { server, sink, id, lines, triedOf }
}

test('a campaign to addresses that do not exist is paused early, and its owner is told', async () => {
  const { server, sink, id, lines, triedOf } = await sendToOldList({
    refuse: 'gone.example',
    answerMs: 50,
  })
  await untilStatus(server, id, 'paused')
  expect((await server.api('GET', `/campaigns/${id}`)).body.reason).toBe('reputation')
  expect(lines).toContainEqual(
    expect.objectContaining({
      ...{ level: 'warn', event: 'reputation limit exceeded' },
      ...{ campaign: id, of: 'campaign', problem: 'bounces' },
    }),
  )
  const notice = () => sink.messages().find(({ to }) => to.includes('ana@example.org'))
  await waitFor(() => notice() !== undefined)
  const { subject, text } = await parseMessage(notice()?.raw ?? Buffer.alloc(0))
  expect(subject).toBe('The campaign “Primavera” was paused')
  expect(text).toMatch(/Addresses that do not exist: \d+\. Messages of this campaign so far: \d+\./)
  expect(text).toContain(`remite campaigns resume ${id}`)
  // What had been claimed when it was noticed goes out.
  await waitFor(async () => (await triedOf()) >= 200)
  const paused = await triedOf()
  expect(paused).toBeLessThan(size)
  // A person has looked at the figures: they do not stop it again at once.
  expect((await server.api('PUT', `/campaigns/${id}/resume`)).status).toBe(200)
  await waitFor(async () => (await triedOf()) >= paused + 100)
})

test('refusals by a block list pause a campaign', async () => {
  const { server, id, lines } = await sendToOldList({ block: 'gone.example', answerMs: 50 })
  await untilStatus(server, id, 'paused')
  const { event, problem } = lines.find(({ of }) => of === 'campaign') ?? {}
  expect({ event, problem }).toEqual({ event: 'reputation limit exceeded', problem: 'refusals' })
})

test('a campaign of an account with bad figures in the last week is paused', async () => {
  const { server, id, lines } = await sendToOldList({ answerMs: 20 }, { complaints: 0.003 })
  const day = Date.now() - (Date.now() % 86_400_000)
  await server.service.db
    .insertInto('domain_activity')
    .values(
      // On one day in eight, the week and today are a single span of eight days.
      spansContaining(day).map((span) => ({
        ...{ account_id: server.accountId, ...span, domain: 'otro.example' },
        ...{ sent: 2000, returned: 0, hard_bounces: 0, soft_bounces: 0, complaints: 50 },
      })),
    )
    .execute()
  await untilStatus(server, id, 'paused')
  expect(lines).toContainEqual(
    expect.objectContaining({ event: 'reputation limit exceeded', of: 'account', complaints: 50 }),
  )
})

const blocked = '550 5.7.1 Client host blocked using a block list'

/** A campaign under way without workers, and a function that adds messages with a result. */
async function startedCampaign(reputation: ReputationLimits) {
  const server = await startService({ log: logLines().log, settings: { reputation } })
  ends.push(server.close)
  const { db } = server.service
  const list = await addList(server, [])
  const { id } = (await server.api('POST', '/campaigns', campaignOf(list, { draft: true }))).body
  const setStatus = (status: string) =>
    db.updateTable('campaigns').set({ status }).where('id', '=', id).execute()
  let last = 0
  async function add(count: number, response: string, bounce?: 'hard' | 'soft') {
    const [from, to] = [last + 1, last + count]
    last = to
    const state = response.startsWith('250') ? 'sent' : 'failed'
    await sql`
      with recursive numbers(n) as (
        select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(to)}
      )
      insert into recipients (account_id, campaign_id, address_key, visit, contact_id, state,
        attempts, response)
      select ${sql.lit(server.accountId)}, ${sql.lit(id)}, 'a' || n, 0, n, ${sql.lit(state)}, 1,
        ${sql.lit(response)} from numbers
    `.execute(db)
    if (bounce) {
      await sql`
        insert into bounces (recipient_id, account_id, campaign_id, contact_id, type, kind,
          diagnostic, at, message_at)
        select id, account_id, campaign_id, contact_id, ${sql.lit(bounce)}, 'unknown_user', '', 0, 0
        from recipients
        where campaign_id = ${sql.lit(id)} and contact_id between ${sql.lit(from)} and ${sql.lit(to)}
      `.execute(db)
    }
    await recountFigures(db, id)
  }
  await setStatus('sending')
  const stop = createReputationStop(server.service)
  async function judge() {
    await stop()
    const { status } = (await server.api('GET', `/campaigns/${id}`)).body
    return status
  }
  const resume = async () => {
    await server.api('PUT', `/campaigns/${id}/resume`)
    await setStatus('sending')
  }
  return { server, id, add, judge, resume }
}

test('a block list is noticed after a thousand addresses that do not exist', async () => {
  const { add, judge } = await startedCampaign({ refusals: 0.2 })
  await add(1200, '550 5.1.1 No such user', 'hard')
  await add(200, '250 ok')
  expect(await judge()).toBe('sending')
  await add(400, blocked)
  expect(await judge()).toBe('paused')
})

test('refusals before a person resumed the campaign do not count after it', async () => {
  const { add, judge, resume } = await startedCampaign({ bounces: 0.08, refusals: 0.2 })
  await add(85, '550 5.1.1 No such user', 'hard')
  await add(100, blocked)
  await add(815, '250 ok')
  expect(await judge()).toBe('paused')
  await resume()
  expect(await judge()).toBe('sending')
  await add(140, '250 ok')
  await add(60, '552 5.2.2 Mailbox full', 'soft')
  expect(await judge()).toBe('sending')
  await add(60, blocked)
  expect(await judge()).toBe('paused')
})

test('bounces that come while the campaign is paused are known to the person who resumes it', async () => {
  const { add, judge, resume } = await startedCampaign({ bounces: 0.08 })
  await add(900, '250 ok')
  await add(100, '550 5.1.1 No such user', 'hard')
  expect(await judge()).toBe('paused')
  await add(100, '550 5.1.1 No such user', 'hard')
  await resume()
  expect(await judge()).toBe('sending')
  await add(300, '250 ok')
  expect(await judge()).toBe('sending')
  await add(100, '550 5.1.1 No such user', 'hard')
  expect(await judge()).toBe('paused')
})

test('a copy of a stopped campaign is judged like any other', async () => {
  const { server, id, add, judge, resume } = await startedCampaign({ bounces: 0.08 })
  await add(900, '250 ok')
  await add(100, '550 5.1.1 No such user', 'hard')
  expect(await judge()).toBe('paused')
  await resume()
  await judge()
  const copy = (await server.api('POST', `/campaigns/${id}/duplicate`)).body.id
  const { reputation_base } = await server.service.db
    .selectFrom('campaigns')
    .select('reputation_base')
    .where('id', '=', copy)
    .executeTakeFirstOrThrow()
  expect(reputation_base).toBeNull()
})
