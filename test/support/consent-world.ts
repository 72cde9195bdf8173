import { sql } from 'kysely'
import { unsubscribeFromEverything } from '../../src/service/contacts/consent/account-consent.ts'
import { readOptInToken } from '../../src/service/contacts/consent/opt-in-token.ts'
import { recordBounce } from '../../src/service/contacts/suppression/record-bounce.ts'
import { subscriberXsid } from '../../src/service/subscription/subscriber-xsid.ts'
import { sendForm } from './browser/pages.ts'
import { addSender, campaignOf } from './campaign-fixtures.ts'
import type { TestClock } from './clock.ts'
import { jobsAt } from './jobs.ts'
import { parseMessage, type Sink } from './mail/smtp-sink.ts'
import { runJobs } from './run-jobs.ts'
import type { TestService } from './service.ts'
import { waitFor } from './wait.ts'

/** What can happen to people on the lists of an account, or what their owner can try. */
export const acts = [
  ...(['add', 'batch', 'put', 'activate', 'import', 'importStatus', 'roundTrip'] as const),
  ...(['copy', 'move', 'remove', 'erase', 'renameList', 'form', 'confirm', 'ask'] as const),
  ...(['leave', 'complain', 'bounce', 'leaveAll', 'ownerLeave', 'send'] as const),
] as const

export interface Step {
  act: (typeof acts)[number]
  account: number
  list: number
  other: number
  person: number
}

interface Tenant {
  id: number
  api: TestService['api']
  lists: number[]
}

interface Words {
  /** The last no to the whole account, and whether the person themselves said one. */
  accountNo: number
  accountNoOwn: number
  no: Map<number, number>
  yes: Map<number, number>
}

const people = 4
const listsPerAccount = 3

let worlds = 0

/**
 * Two accounts with the same people, and an oracle in memory: the last word of each person for each list.
 * Every step is one that people, owners or mail servers can take. Mail is read at the relay.
 */
export async function createConsentWorld(server: TestService, sink: Sink, clock: TestClock) {
  const { service } = server
  const { db } = service
  const world = ++worlds
  const tenants: Tenant[] = []
  const words = new Map<string, Words>()
  const seen = { campaigns: 0, mails: 0, confirmed: 0, refusedLinks: 0 }
  for (let index = 0; index < 2; index++) {
    const { id, api } = await server.other()
    await addSender(
      { service, accountId: id } as TestService,
      `hola${world}-${index}@tienda.example`,
    )
    tenants.push({ id, api, lists: [] })
    for (let list = 0; list < listsPerAccount; list++) await replaceList(tenants[index], list)
  }

  const emailOf = (person: number) =>
    `p${person % people}w${world}@correo${person % people}.example`

  async function replaceList(tenant: Tenant | undefined, index: number): Promise<void> {
    if (!tenant) return
    const old = tenant.lists[index]
    if (old !== undefined) await tenant.api('DELETE', `/lists/${old}`)
    const name = `L${world}-${index}-${clock.now()}`
    const { body } = await tenant.api('POST', '/lists', { name, double_optin: index === 2 })
    tenant.lists[index] = body.id
  }

  const wordsOf = (account: number, email: string): Words => {
    const key = `${account} ${email}`
    const found = words.get(key) ?? {
      accountNo: -1,
      accountNoOwn: -1,
      no: new Map(),
      yes: new Map(),
    }
    words.set(key, found)
    return found
  }

  const hasSaidNo = (account: number, email: string, list: number): boolean => {
    const { accountNo, no, yes } = wordsOf(account, email)
    return Math.max(accountNo, no.get(list) ?? -1) > (yes.get(list) ?? -1)
  }

  const contactOf = (list: number, email: string) =>
    db
      .selectFrom('contacts')
      .select('id')
      .where('list_id', '=', list)
      .where('email_key', '=', email)
      .executeTakeFirst()

  async function xsidOf(list: number, email: string): Promise<string | undefined> {
    const contact = await contactOf(list, email)
    const ids = contact && { contactId: contact.id, listId: list, campaignId: null }
    return ids && subscriberXsid(service.secrets.sids, ids)
  }

  async function upload(tenant: Tenant, list: number, csv: string): Promise<void> {
    await jobsAt(tenant).send(list, csv)
    await runJobs(server)
  }

  async function bounce(tenant: Tenant, list: number, email: string): Promise<boolean> {
    const contact = await contactOf(list, email)
    if (!contact) return false
    const now = clock.now()
    const row = { account_id: tenant.id, campaign_id: 999_999, address_key: email, visit: now }
    const { id: recipientId } = await db
      .insertInto('recipients')
      .values({
        ...{
          ...row,
          contact_id: contact.id,
          state: 'sent',
          attempts: 1,
        },
        sent_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const refusal = { type: 'hard', kind: 'user_not_found', countsAgainstContact: true } as const
    const report = { recipientId, refusal, diagnostic: '', now }
    return db.transaction().execute((tx) => recordBounce(tx, report))
  }

  /** Presses the button behind one of the confirmation mails that the person got, old or new. */
  async function confirm(tenant: Tenant, email: string, choice: number): Promise<void> {
    await settle()
    const links: { token: string; listId: number; requestedAt: number }[] = []
    for (const { to, raw } of sink.messages()) {
      if (to[0] !== email) continue
      const [, token = ''] = /\/optin\/([\w.~-]+)/.exec((await parseMessage(raw)).text ?? '') ?? []
      const claims = token && readOptInToken(token, service.secrets.mac, clock.now())
      if (claims && tenant.lists.includes(claims.listId)) links.push({ token, ...claims })
    }
    const link = links[choice % Math.max(1, links.length)]
    if (!link) return
    const contact = await db
      .selectFrom('contacts')
      .select('confirmed_at')
      .where('list_id', '=', link.listId)
      .where('email_key', '=', email)
      .executeTakeFirst()
    await sendForm(server, `/optin/${link.token}`, {})
    const after = await db
      .selectFrom('contacts')
      .select(['confirmed_at', 'status'])
      .where('list_id', '=', link.listId)
      .where('email_key', '=', email)
      .executeTakeFirst()
    const isTaken = after?.confirmed_at !== contact?.confirmed_at && after?.status === 'active'
    const { accountNoOwn, no, yes } = wordsOf(tenant.id, email)
    if (!isTaken) seen.refusedLinks++
    else if (link.requestedAt > Math.max(accountNoOwn, no.get(link.listId) ?? -1)) {
      seen.confirmed++
      yes.set(link.listId, clock.now())
    }
    // An older link is no yes: what it does is seen when mail goes out.
  }

  async function settle(): Promise<void> {
    await waitFor(async () => {
      service.wake()
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from messages where state not in ('sent', 'failed')
          and account_id in (${sql.join(tenants.map(({ id }) => id))})
      `.execute(db)
      if (Number(rows[0]?.count) === 0) return true
      clock.advance(1000)
      return false
    })
  }

  /** Sends a campaign to a list and returns those who got it although they had said no. */
  async function send(tenant: Tenant, list: number): Promise<string[]> {
    const asunto = `Campaign ${world} ${++seen.campaigns}.`
    const from_mail = `hola${world}-${tenants.indexOf(tenant)}@tienda.example`
    const { status, body } = await tenant.api(
      ...(['POST', '/campaigns', campaignOf(list, { asunto, from_mail })] as const),
    )
    if (status !== 200) return []
    await waitFor(async () => {
      clock.advance(1000)
      service.wake()
      const { body: campaign } = await tenant.api('GET', `/campaigns/${body.id}`)
      return ['sent', 'failed', 'cancelled'].includes(campaign.status)
    })
    const reached = sink
      .messages()
      .filter(({ raw }) => raw.includes(`Subject: ${asunto}`))
      .map(({ to }) => to[0] ?? '')
    seen.mails += reached.length
    return reached.filter((email) => hasSaidNo(tenant.id, email, list))
  }

  async function take({ act, account, list: index, other: otherIndex, person }: Step) {
    const tenant = tenants[account % tenants.length] as Tenant
    const list = tenant.lists[index % listsPerAccount] ?? 0
    const other = tenant.lists[otherIndex % listsPerAccount] ?? 0
    const email = emailOf(person)
    const { api } = tenant
    const path = `/lists/${list}/contacts`
    const said = wordsOf(tenant.id, email)
    const now = clock.now()
    const transfer = (action: 'copy' | 'move') =>
      list === other
        ? undefined
        : api('POST', `${path}/bulk`, { action, to_list_id: other, filter: {} })
    const everybody = Array.from({ length: people }, (_, each) => emailOf(each))
    switch (act) {
      case 'add':
        return void (await api('POST', path, { email }))
      case 'batch':
        return void (await api('POST', path, {
          contacts: everybody.map((one) => ({ email: one })),
        }))
      case 'put':
        return void (await api('PUT', `${path}/${email}`, { nombre: 'Ana' }))
      case 'activate':
        return void (await api('PUT', `${path}/${email}`, { status: 'active' }))
      case 'import':
        return upload(tenant, list, `email\n${everybody.join('\n')}\n`)
      case 'importStatus':
        return upload(tenant, list, `email,status\n${everybody.join(',active\n')},active\n`)
      case 'roundTrip': {
        const { body: csv } = await api('GET', `/lists/${list}/export?format=csv`)
        return upload(tenant, other, String(csv))
      }
      case 'copy':
      case 'move':
        return void (await transfer(act))
      case 'remove':
        return void (await api('DELETE', `${path}/${email}`))
      case 'erase': {
        const { status } = await api('DELETE', `${path}/${email}?erase=1`)
        if (status === 200) said.accountNo = said.accountNoOwn = now
        return
      }
      case 'renameList':
        return replaceList(tenant, index % listsPerAccount)
      case 'form': {
        const { body } = await api('GET', `/lists/${list}`)
        const form = { list_id: body.public_id, email }
        return void (await server.request('POST', '/v3/api/public/subscribe', form))
      }
      case 'confirm':
        return confirm(tenant, email, otherIndex)
      case 'ask': {
        const xsid = await xsidOf(list, email)
        if (xsid) await sendForm(server, `/s/${xsid}`, { act: 'return' })
        return
      }
      case 'leave':
      case 'complain': {
        const xsid = await xsidOf(list, email)
        const query = act === 'complain' ? '?spam=1' : ''
        const left =
          xsid && (await server.request('DELETE', `/v3/api/subscription/${xsid}${query}`))
        if (typeof left !== 'object' || left.status !== 200) return
        if (act === 'leave') said.no.set(list, now)
        else said.accountNo = said.accountNoOwn = now
        return
      }
      case 'bounce':
        if (await bounce(tenant, list, email)) said.accountNo = now
        return
      case 'leaveAll': {
        const all = {
          accountId: tenant.id,
          emailKey: email,
          email,
          reason: '',
          campaignId: null,
          now,
        }
        await db.transaction().execute((tx) => unsubscribeFromEverything(tx, all))
        said.accountNo = said.accountNoOwn = now
        return
      }
      case 'ownerLeave': {
        const edit = { status: 'unsubscribed' }
        const { status } = await api('PUT', `${path}/${email}`, edit)
        if (status === 200) said.no.set(list, now)
        return
      }
      case 'send':
        return send(tenant, list)
    }
  }

  return {
    seen,
    /** Returns those whom a campaign reached although they had said no. */
    async step(step: Step): Promise<string[]> {
      clock.advance(60_000)
      return (await take(step)) ?? []
    },
    /** Sends a campaign to every list of both accounts. */
    async sendAll(): Promise<string[]> {
      const wrong: string[] = []
      for (const tenant of tenants) {
        for (const list of tenant.lists) wrong.push(...(await send(tenant, list)))
      }
      return wrong
    },
  }
}
