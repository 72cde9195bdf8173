import { conversionToken } from '../../../src/service/campaigns/reporting/conversion-token.ts'
import { insertEvents } from '../../../src/service/events/outbox-store.ts'
import { noProgress } from '../../../src/service/jobs/store.ts'
import { subscriberXsid } from '../../../src/service/subscription/subscriber-xsid.ts'
import { addList, addSender, campaignOf } from '../campaign-fixtures.ts'
import { tablesOf } from '../database/tables.ts'
import { publishAll } from '../events.ts'
import type { TestService } from '../service.ts'
import type { TestUser } from '../users.ts'

/** A word in every text of an account fixture, and in no text of another account. */
export const marker = 'quokka'

/** The ids and addresses of an account's data, by the path parameter or field that takes them. */
export interface AccountFixture {
  user: TestUser
  list: number
  publicId: string
  email: string
  contact: number
  xsid: string
  field: number
  job: number
  key: number
  message: number
  app: number
  segment: number
  template: number
  sender: string
  campaign: number
  link: number
  conversion: string
  webhook: number
  event: number
  automation: number
  image: number
}

/** Gives an account at least one row of every kind, with `mark` in every text. */
export async function createAccountFixture(
  server: TestService,
  user: TestUser,
  mark = marker,
): Promise<AccountFixture> {
  const { db, clock, secrets } = server.service
  const now = clock.now()
  const account_id = user.id
  const userServer = { ...server, accountId: user.id }
  const add = async (path: string, body: object) => {
    const { status, body: answer } = await user.api('POST', path, body)
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`)
    return answer
  }
  const sender = await addSender(userServer, `${mark}@${mark}.example`)
  const email = `ana@${mark}.example`
  const person = { email, nombre: mark, fields: { [mark]: mark } }
  const list = await addList(userServer, [person, `bea@${mark}.example`], `${mark} list`)
  // `addList` inserts contacts without updating the account's count.
  await db.updateTable('accounts').set({ contacts_used: 2 }).where('id', '=', user.id).execute()
  const { public_id: publicId } = await byAccount('lists', ['public_id'])
  const contact = Number((await byAccount('contacts', ['id'])).id)
  const field = Number((await byAccount('list_fields', ['id'])).id)
  await db
    .insertInto('contact_tags')
    .values({ account_id: user.id, contact_id: contact, tag: mark })
    .execute()
  // Also the wording of an opt-in mail, which needs its link.
  const html = `${mark} {{ confirm_url }}`
  const template = (await add('/templates', { name: mark, asunto: mark, html })).id
  const rules = [{ field: 'email', operator: 'contains', value: mark }]
  const segment = (await add('/segments', { name: mark, conditions: { op: 'and', rules } })).id
  const draft = { draft: true, camp_name: mark, asunto: mark, from_mail: sender }
  const file = { filename: `${mark}.txt`, content_type: 'text/plain', content: 'aG9sYQ==' }
  const sent = campaignOf(list, { ...draft, attachments: [file] })
  const campaign = (await add('/campaigns', sent)).id
  const { link, recipient } = await insertSentMessage()
  const event = await insertEvent()
  const hook = { url: `https://${mark}.example/`, events: ['contact.open'], description: mark }
  const webhook = (await add(`/users/${user.id}/webhooks`, hook)).id
  const key = (await add('/auth/keys', { name: mark, preset: 'read' })).id
  const app = await insert('oauth_grants', {
    ...{ account_id, client_id: mark, client_name: mark, host: `${mark}.example` },
    ...{ scopes: 'lists:read', resource: mark, created_at: now, expires_at: now + 90 * 86_400_000 },
    ...{ last_used_at: null, revoked_at: null },
  })
  const message = await insert('sandbox_messages', {
    ...{ account_id, mail_from: mark, rcpt_to: email, subject: mark, received_at: now },
    raw: Buffer.from(`Subject: ${mark}\r\n\r\n${mark}\r\n`),
  })
  await insertWebhookDelivery()
  const job = await insertJob()
  await insertSuppression()
  const image = await insert('media', {
    ...{ account_id, public_id: `${mark}-${user.id}`, name: mark, type: 'image/png', bytes: 4 },
    ...{ width: 1, height: 1, source_sha256: mark, max_width: 1200, created_at: now },
    content: Buffer.from(mark),
  })
  return {
    ...{
      user,
      list,
      publicId: String(publicId),
      email,
      contact,
      field,
      job,
      key,
      message,
      app,
      segment,
      template,
    },
    ...{ sender, campaign, link, webhook, event, image, automation: await addAutomation() },
    xsid: subscriberXsid(secrets.sids, { contactId: contact, listId: list, campaignId: campaign }),
    conversion: conversionToken({ campaign, recipient }, secrets.mac),
  }

  async function byAccount(table: 'lists' | 'contacts' | 'list_fields', columns: string[]) {
    const query = db.selectFrom(table).select(columns as never[]) // The callers name columns of that table.
    const row = await query.where('account_id', '=', account_id).orderBy('id').executeTakeFirst()
    return row as unknown as Record<string, unknown>
  }

  /** Inserts the campaign's message to one contact, with an open, a click, a conversion and a complaint. */
  async function insertSentMessage() {
    const owner = { account_id, campaign_id: campaign, contact_id: contact }
    const link = await insert('campaign_links', {
      ...{ campaign_id: campaign, position: 1, url: `https://${mark}.example/shop` },
    })
    const recipient = await insert('recipients', {
      ...{ ...owner, address_key: email, visit: 1, state: 'sent', claim: null },
      ...{ attempts: 1, response: mark, sent_at: now, opened_at: now },
      ...{ clicked_at: now, variant: null },
    })
    const seen = { ...owner, recipient_id: recipient }
    await insert('engagements', { ...seen, kind: 'click', machine: 0, link_id: link, at: now })
    await insert('conversions', {
      ...{ ...seen, name: mark, event_id: mark, value: 12, currency: 'EUR', at: now },
    })
    await insert('contact_history', {
      ...{ account_id, contact_id: contact, type: 'complaint', campaign_id: campaign },
      ...{ detail: mark, at: now },
    })
    const done = {
      status: 'sent',
      recipients: 1,
      sent: 1,
      audience_fixed: 1,
      ended_at: now,
    } as const
    await db.updateTable('campaigns').set(done).where('id', '=', campaign).execute()
    return { link, recipient }
  }

  async function insertEvent(): Promise<number> {
    const payload = { email, campaign_id: campaign, contact_id: contact }
    const happened = { accountId: account_id, type: 'contact.open', payload, now }
    const [id = 0] = await db.transaction().execute((tx) => insertEvents(tx, [happened]))
    await publishAll(db)
    return id
  }

  async function insertWebhookDelivery(): Promise<void> {
    const delivery = await insert('deliveries', {
      ...{ webhook_id: webhook, event_id: event, replay: 0, state: 'failed', attempts: 1 },
      ...{ next_at: now, claim: null, lease_until: 0, created_at: now },
    })
    await db
      .insertInto('delivery_attempts')
      .values({
        ...{ delivery_id: delivery, attempt: 1, at: now, ms: 3, status: 500 },
        ...{ error: mark, next_at: null },
      })
      .execute()
  }

  async function insertJob(): Promise<number> {
    const job = await insert('jobs', {
      ...{ account_id, list_id: list, kind: 'import', status: 'running', error: null },
      ...{
        params: JSON.stringify({ mode: 'upsert', name: mark }),
        progress: JSON.stringify(noProgress),
        claim: null,
      },
      ...{ lease_until: 0, created_at: now, started_at: now, finished_at: null },
    })
    const cells = JSON.stringify([mark])
    const problem = JSON.stringify({ field: 'email', code: 'bad_email' })
    await db
      .insertInto('job_rejects')
      .values({ account_id: user.id, job_id: job, line: 2, cells, problem })
      .execute()
    return job
  }

  async function insertSuppression(): Promise<void> {
    const email = `gone@${mark}.example`
    await insert('suppressions', {
      ...{ account_id, list_id: list, email_key: email, email, type: 'manual' },
      ...{ reason: mark, campaign_id: null, created_at: now },
    })
  }

  async function addAutomation(): Promise<number> {
    const nodes = [
      { id: 'start', type: 'trigger' },
      { id: 'mark', type: 'add_tag', config: { tag: mark } },
    ]
    const trigger = { type: 'list_joined', list_id: list }
    const edges = [{ from: 'start', to: 'mark' }]
    return (await add('/automations', { name: mark, trigger, nodes, edges })).id
  }

  async function insert(table: string, row: object): Promise<number> {
    const { id } = await db
      .insertInto(table as 'events') // One function for several tables; each has an id.
      .values(row as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
}

/** Returns all rows of an account as text, so that a test can detect any change. */
export async function rowsOf({ service: { db } }: TestService, account: number): Promise<string[]> {
  const tables = await tablesOf(db)
  const owned = tables.filter(({ columns }) => columns.some(({ name }) => name === 'account_id'))
  const rows: string[] = []
  for (const { name } of owned) {
    const matches = await db
      .selectFrom(name as 'events') // Any table that has the column.
      .selectAll()
      .where('account_id', '=', account)
      .execute()
    rows.push(...matches.map((row) => `${name} ${JSON.stringify(row)}`))
  }
  return rows.sort()
}
