import { insertContacts } from './database/contact-rows.ts'
import type { Answer, TestService } from './service.ts'
import { waitFor } from './wait.ts'

let lists = 0

interface Person {
  email: string
  nombre?: string
  fields?: Record<string, string>
}

const personOf = (who: string | Person): Person => (typeof who === 'string' ? { email: who } : who)

/** The parameters of this many contacts fit into one statement. */
const batch = 500

function* batches<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += batch) yield rows.slice(from, from + batch)
}

/** Inserts a list with active contacts. */
export async function addList(
  { service, accountId }: TestService,
  people: readonly (string | Person)[],
  name?: string,
): Promise<number> {
  const { db, clock } = service
  const number = ++lists
  const now = clock.now()
  const { id } = await db
    .insertInto('lists')
    .values({
      account_id: accountId,
      public_id: `public${number}`,
      name: name ?? `Clientes ${number}`,
      description: '',
      double_optin: 0,
      from_mail: null,
      welcome_template_id: null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const listed = people.map(personOf)
  for (const some of batches(listed)) {
    await insertContacts(db, { accountId, listId: id, now }, some)
  }
  await addValues(listed.filter(({ fields }) => fields))
  return id

  async function addValues(withFields: readonly Person[]): Promise<void> {
    const ids = new Map<string, number>()
    for (const { email, fields = {} } of withFields) {
      const contact = await db
        .selectFrom('contacts')
        .select('id')
        .where('list_id', '=', id)
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      for (const [key, text] of Object.entries(fields)) {
        const field = ids.get(key) ?? (await addField(key))
        ids.set(key, field)
        await db
          .insertInto('contact_values')
          .values({
            account_id: accountId,
            contact_id: contact.id,
            field_id: field,
            position: 0,
            text,
            number: null,
            time: null,
          })
          .execute()
      }
    }
  }

  async function addField(key: string): Promise<number> {
    const field = await db
      .insertInto('list_fields')
      .values({
        account_id: accountId,
        list_id: id,
        name: key,
        key,
        type: 'text',
        options: '[]',
        internal: 0,
        required: 0,
        default_value: null,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return field.id
  }
}

/** A sender that may be used at once. */
export async function addSender(
  { service, accountId }: TestService,
  mail = 'hola@tienda.example',
): Promise<string> {
  const now = service.clock.now()
  await service.db
    .insertInto('senders')
    .values({
      account_id: accountId,
      from_name: 'Tienda',
      from_mail: mail,
      from_key: mail,
      reply_to: null,
      verified_at: now,
      code_hash: null,
      token_hash: null,
      code_expires_at: 0,
      code_tries: 0,
      spf: 1,
      dkim: 1,
      dkim_selector: 'remite',
      dmarc: 1,
      checked_at: now,
      created_at: now,
    })
    .execute()
  return mail
}

/** What a campaign needs, with whatever the test is about. */
export const campaignOf = (list: number | readonly number[], more: object = {}) => ({
  camp_name: 'Rebajas',
  asunto: 'Rebajas de enero',
  html: '<p>Hola {{ nombre }}</p><a href="https://tienda.example/rebajas">Ver</a>',
  from_mail: 'hola@tienda.example',
  list_id: [list].flat().map(String),
  ...more,
})

/** Waits until the campaign has this status, and answers its statistics. */
export async function untilStatus(
  { api, service }: TestService,
  id: number,
  status: string,
): Promise<Answer<unknown>['body']> {
  let last: string | undefined
  await waitFor(async () => {
    // Where the clock stands still, no tick comes.
    service.wake()
    last = (await api('GET', `/campaigns/${id}`)).body.status
    return last === status
  }).catch(() => {
    throw new Error(`campaign ${id} is ${last}, not ${status}`)
  })
  return (await api('GET', `/campaigns/${id}/stats`)).body
}
