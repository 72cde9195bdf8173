import { openToken } from '../../src/service/tracking/token.ts'
import { addAttacker, addDraft } from './attacker.ts'
import type { FloodCase } from './flood-case.ts'

export const pageRequests: FloodCase = {
  name: 'pages, with links that lead nowhere',
  start: async () => ({
    requests: ['/u/x', '/s/x', '/f/x', '/w/x', '/archive/1', '/nowhere', '/v3/api/nowhere'].map(
      (path) => ({ method: 'GET', path }),
    ),
  }),
}

export const pixels: FloodCase = {
  name: 'one pixel',
  async start(server) {
    const { account } = await addAttacker(server)
    const { db, secrets } = server.service
    const campaign = await addDraft(account, '<p>Hola</p>')
    const { id: contact_id } = await db
      .selectFrom('contacts')
      .select('id')
      .where('account_id', '=', account.accountId)
      .executeTakeFirstOrThrow()
    const { id: recipient } = await db
      .insertInto('recipients')
      .values({
        ...{ account_id: account.accountId, campaign_id: campaign, contact_id, visit: 1 },
        ...{ address_key: 'ana@correo.example', state: 'sent', claim: null },
        ...{ attempts: 1, response: null, sent_at: 1, opened_at: null },
        clicked_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }
    return {
      requests: [
        { method: 'GET', path: `/o/${openToken({ campaign, recipient }, secrets.mac)}`, headers },
      ],
    }
  },
}
