import type { contract } from '../../../contract/index.ts'
import { Failure } from '../../../core/failure.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { statusOf, transition } from '../campaign.ts'
import { renderLines } from '../content-jobs.ts'
import { type Campaign, findCampaign } from '../store.ts'
import { setArchive } from './archive-store.ts'
import { archiveUrlOf } from './subscriber-urls.ts'

/** Publishes a sent campaign in the archive, or removes it. */
export const archive =
  (service: Service): Handler<typeof contract.campaigns.archive> =>
  async ({ id, public: isPublic, slug }, { account, transact }) => {
    const { db, clock, settings } = service
    const suggested = isPublic
      ? await slugOf(service, await findCampaign(db, account.id, id))
      : null
    return transact(async (tx) => {
      const row = await findCampaign(tx, account.id, id)
      if (isPublic) refuseUnsent(row)
      const now = clock.now()
      const change = {
        archive_slug: slug ?? row.archive_slug ?? suggested,
        archived_at: isPublic ? (row.archived_at ?? now) : null,
      }
      await setArchive(tx, id, { ...change, updated_at: now })
      return { ok: true, url: archiveUrlOf(settings.publicUrl, { ...row, ...change }) }
    })
  }

function refuseUnsent(row: Campaign): void {
  const status = transition(statusOf(row), 'archive')
  if (row.started_at === null) throw new Failure('wrong_state', { values: { status } })
}

const maxSlugLength = 80

/** `¡Rebajas de enero!` → `rebajas-de-enero-7`. The id keeps it distinct from last year's. */
async function slugOf({ rendering }: Service, campaign: Campaign): Promise<string> {
  const { id, asunto, account_id } = campaign
  const input = { lines: [{ source: asunto, place: 'asunto' }], values: {} }
  const [line = ''] = await rendering.run(renderLines, input, { owner: String(account_id) })
  const slug = line
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-+|(?<!-)-+$/g, '')
  return slug === '' ? String(id) : `${slug}-${id}`
}
