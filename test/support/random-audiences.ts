import { sql } from 'kysely'
import { addList, campaignOf, untilStatus } from './campaign-fixtures.ts'
import { setContactStatus } from './database/contact-rows.ts'
import { seededRandom } from './random.ts'
import type { TestService } from './service.ts'

const listCount = 4
const peopleCount = 24
const statuses = ['unsubscribed', 'unconfirmed', 'bounced', 'complained'] as const
const resends = ['unopened', 'failed', 'new', 'uncertain'] as const

interface ComparedAudience {
  /** The parameters of the campaign, to find out why the others differ. */
  campaign: object
  /** What the check answered. */
  recipients: number
  leftOut: number
  /** How many the campaign was sent to. */
  sent: number
  /** The contacts on its lists. */
  contacts: number
}

/**
 * Creates lists that share people, with statuses and suppressions at random, and segments over them.
 * `compare` then creates a campaign to some of them, checks it and sends it.
 */
export async function randomAudiences(server: TestService, seed: number) {
  const { api, service, accountId } = server
  const { db, clock } = service
  const random = seededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const some = <T>(values: readonly T[], share: number) => values.filter(() => random() < share)
  const people = Array.from({ length: peopleCount }, (_, n) => `p${n}@correo.example`)
  const lists: number[] = []
  for (let n = 0; n < listCount; n++) {
    const id = await addList(server, some(people, 0.6))
    for (const status of statuses) {
      const changed = sql.join(['', ...some(people, 0.06)])
      await setContactStatus(db, status, sql`list_id = ${id} and email in (${changed})`)
    }
    lists.push(id)
  }
  const suppressed = some(people, 0.15)
  for (const email of suppressed) {
    const ofList = random() < 0.5
    await db
      .insertInto('suppressions')
      .values({
        account_id: accountId,
        list_id: ofList ? (lists[below(listCount)] ?? 0) : 0,
        email_key: email,
        email,
        type: 'manual',
        reason: '',
        campaign_id: null,
        created_at: clock.now(),
      })
      .execute()
  }
  const segments: number[] = []
  for (let n = 0; n < 3; n++) {
    const rules = some(people, 0.5).map((value) => ({ field: 'email', operator: 'eq', value }))
    const { body } = await api('POST', '/segments', {
      name: `Segment ${n}`,
      // One is of a single list, the others are of all.
      ...(n === 0 && { list_id: lists[below(listCount)] }),
      conditions: { op: 'or', rules },
    })
    segments.push(body.id)
  }
  const sentBefore: number[] = []

  async function compare(): Promise<ComparedAudience> {
    const included = some(lists, 0.5)
    const [first = 0] = included.length > 0 ? included : [lists[below(listCount)]]
    const chosen = included.length > 0 ? included : [first]
    const excluded = lists.filter((id) => !chosen.includes(id) && random() < 0.3)
    const more = {
      ...(excluded.length > 0 && { exclude_list_id: excluded.map(String) }),
      ...(random() < 0.5 && { segment_id: segments[below(segments.length)] }),
    }
    const campaign = { lists: chosen, ...more }
    const created = await api('POST', '/campaigns', campaignOf(chosen, { draft: true, ...more }))
    const { id } = created.body
    const compared = await checkAndSend(id, { campaign, lists: chosen })
    if (compared.sent > 0) sentBefore.push(id)
    return compared
  }

  /** The same for a resend of an earlier campaign; undefined when it has nobody to send to. */
  async function compareResend(): Promise<ComparedAudience | undefined> {
    const earlier = sentBefore[below(sentBefore.length)]
    const to = resends[below(resends.length)]
    if (earlier === undefined) return undefined
    if (random() < 0.5) await openSome(earlier)
    // Somebody new makes a resend to the new ones possible.
    const lists = (await api('GET', `/campaigns/${earlier}`)).body.list_id.map(Number)
    const email = `new${earlier}-${below(1_000_000)}@correo.example`
    await api('POST', `/lists/${lists[0]}/contacts`, { email })
    const { status, body } = await api('POST', `/campaigns/${earlier}/resend`, { to })
    if (status !== 200) return undefined
    const campaign = { resend_of: earlier, to, lists }
    const compared = await checkAndSend(body.id, { campaign, lists })
    if (body.recipients !== compared.recipients) throw new Error(JSON.stringify(body))
    return compared
  }

  const openSome = (campaign: number) =>
    db
      .updateTable('recipients')
      .set({ opened_at: clock.now() })
      .where('campaign_id', '=', campaign)
      .where('address_key', 'in', ['', ...some(people, 0.4)])
      .execute()

  async function checkAndSend(
    id: number,
    { campaign, lists: included }: { campaign: object; lists: readonly number[] },
  ): Promise<ComparedAudience> {
    const check = (await api('GET', `/campaigns/${id}/check`)).body
    const { contacts } = await db
      .selectFrom('contacts')
      .select(({ fn }) => fn.countAll<number>().as('contacts'))
      .where('list_id', 'in', included)
      .executeTakeFirstOrThrow()
    const counts: number[] = Object.values(check.left_out)
    const sending = await api('PUT', `/campaigns/${id}/send`, {})
    const isSent = sending.status === 200
    return {
      campaign,
      recipients: check.recipients,
      leftOut: counts.reduce((sum, count) => sum + count, 0),
      sent: isSent ? (await untilStatus(server, id, 'sent')).recipients : 0,
      contacts: Number(contacts),
    }
  }

  return { compare, compareResend }
}
