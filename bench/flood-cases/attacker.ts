import { sql } from 'kysely'
import { addList, addSender, campaignOf } from '../../test/support/campaign-fixtures.ts'
import type { TestService } from '../../test/support/service.ts'
import { addUser } from '../../test/support/users.ts'

/** A customer of the same service, whose requests are the flood. */
export async function addAttacker(server: TestService, role: 'User' | 'Reseller' = 'User') {
  const limits = {
    ...{ monthly_sends: 0, contacts_max: 1_000_000, ai_generations: 0, rate_per_hour: 10_000_000 },
  }
  const user = await addUser(server, { parent: server.accountId, role, limits })
  // What the fixtures insert, they insert for this account.
  const account: TestService = { ...server, ...user, accountId: user.id }
  return { ...user, account }
}

/** A list of the account with this many contacts, made by one statement. */
export async function addLongList(account: TestService, contacts: number): Promise<number> {
  const list = await addList(account, [])
  const series =
    account.database.dialect.name === 'postgres'
      ? sql.raw(`generate_series(1::bigint, ${contacts}) as n`)
      : sql.raw(
          `(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${contacts}) select n from s)`,
        )
  await sql`
    insert into contacts (account_id, list_id, email, email_key, domain, nombre, nombre_key, status,
      source, version, created_at, updated_at)
    select ${account.accountId}, ${list}, 'p' || n || '@example.org', 'p' || n || '@example.org',
      'example.org', 'P', 'p', 'active', 'import', 1, 0, 0 from ${series}
  `.execute(account.service.db)
  return list
}

/** A draft of the account, with a verified sender. */
export async function addDraft(account: TestService, html: string, list?: number): Promise<number> {
  const { db } = account.service
  await addSender(account, `shop-${account.accountId}@tienda.example`)
  const { body } = await account.api(
    'POST',
    '/campaigns',
    campaignOf(list ?? (await addList(account, ['ana@correo.example'])), {
      draft: true,
      from_mail: `shop-${account.accountId}@tienda.example`,
    }),
  )
  // Not through the API, which refuses some of these.
  await db.updateTable('campaigns').set({ html }).where('id', '=', body.id).execute()
  return body.id
}

/** A newsletter of about this many kilobytes with merge tags and links. */
export const longHtml = (kb: number): string =>
  '<p>Hola {{ nombre }}, <a href="https://tienda.example/oferta">Ver la oferta</a> de hoy.</p>\n'.repeat(
    Math.ceil((kb * 1024) / 90),
  )
