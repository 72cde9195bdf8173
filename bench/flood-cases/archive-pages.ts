import { addAttacker, addDraft, longHtml } from './attacker.ts'
import type { FloodCase } from './flood-case.ts'

export const archivePages: FloodCase = {
  name: 'archive pages of 200 KB',
  async start(server) {
    const { account, id } = await addAttacker(server)
    const { db } = server.service
    const campaign = await addDraft(account, longHtml(200))
    await db
      .updateTable('campaigns')
      .set({ status: 'sent', started_at: 1, archive_slug: 'oferta', archived_at: 1 })
      .where('id', '=', campaign)
      .execute()
    return {
      requests: ['/oferta', '', '/feed.xml'].map((page) => ({
        ...{ method: 'GET', path: `/archive/${id}${page}` },
      })),
    }
  },
}
