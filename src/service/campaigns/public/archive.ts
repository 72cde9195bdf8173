import type { contract } from '../../../contract/index.ts'
import { Failure } from '../../../core/failure.ts'
import type { Handler } from '../../handler.ts'
import { compileMerge } from '../../mail/merge.ts'
import type { Service } from '../../service.ts'
import { statusOf, transition } from '../campaign.ts'
import { type Campaign, findCampaign } from '../store.ts'
import { setArchive } from './archive-store.ts'
import { archiveUrlOf } from './subscriber-urls.ts'

/** Publishes a sent campaign in the archive, or removes it. */
export const archive =
  ({ clock, settings }: Service): Handler<typeof contract.campaigns.archive> =>
  ({ id, public: isPublic, slug }, { account, transact }) =>
    transact(async (tx) => {
      const row = await findCampaign(tx, account.id, id)
      if (isPublic) refuseUnsent(row)
      const now = clock.now()
      const change = {
        archive_slug: slug ?? row.archive_slug ?? (isPublic ? slugOf(row) : null),
        archived_at: isPublic ? (row.archived_at ?? now) : null,
      }
      await setArchive(tx, id, { ...change, updated_at: now })
      return { ok: true, url: archiveUrlOf(settings.publicUrl, { ...row, ...change }) }
    })

function refuseUnsent(row: Campaign): void {
  const status = transition(statusOf(row), 'archive')
  if (row.started_at === null) throw new Failure('wrong_state', { values: { status } })
}

const maxSlugLength = 80

/** `¡Rebajas de enero!` → `rebajas-de-enero-7`. The id keeps it distinct from last year's. */
function slugOf({ id, asunto }: Campaign): string {
  const slug = compileMerge(asunto, 'header', 'asunto')
    .render({})
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-+|(?<!-)-+$/g, '')
  return slug === '' ? String(id) : `${slug}-${id}`
}
