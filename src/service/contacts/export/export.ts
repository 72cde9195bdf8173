import type { contract } from '../../../contract/index.ts'
import type { ContactStatus } from '../../../contract/shapes/contact.ts'
import { exportTypes } from '../../../contract/shapes/list-jobs.ts'
import type { Condition } from '../../database/condition.ts'
import type { Executor } from '../../database/dialect.ts'
import type { Handler } from '../../handler.ts'
import { fileNameOf } from '../../http/attachment.ts'
import { selectFields } from '../../lists/fields/store.ts'
import { findList, type ListRef } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import type { SegmentFilter } from '../segment-filter.ts'
import { type Contact, selectContacts } from '../store.ts'
import { type ExportFormat, writeExport } from './formats.ts'

/** Contacts per page: a few milliseconds of the reader and about a megabyte. */
const contactsAtOnce = 1000

/** Exports the contacts of a list as a stream. */
export const exportList =
  ({ db, reader }: Service, filterBy: SegmentFilter): Handler<typeof contract.lists.export> =>
  async ({ id, segment_id, status, fields: selectedFields, format }, { account }) => {
    const listRef = { accountId: account.id, listId: id }
    const list = await findList(db, listRef)
    const fields = await selectFields(reader, listRef)
    const conditions =
      segment_id === undefined
        ? []
        : [await filterBy(reader, { accountId: account.id, segmentId: Number(segment_id) })]
    const pages = contactsOf(reader, {
      accountId: account.id,
      listId: id,
      status,
      conditions,
    })
    return {
      name: fileNameOf(list.name, { extension: format, fallback: `list-${id}` }),
      type: typeOf[format],
      chunks: writeExport(format, { reader, list, fields, selectedFields, pages }),
    }
  }

const [csv = '', ndjson = '', xlsx = ''] = exportTypes
const typeOf: Record<ExportFormat, string> = { csv, ndjson, xlsx }

interface ExportFilter extends ListRef {
  status: ContactStatus | undefined
  conditions: readonly Condition[]
}

/**
 * Reads pages in id order, so that contacts that join or leave meanwhile do not shift the others.
 */
async function* contactsOf(
  reader: Executor,
  filter: ExportFilter,
): AsyncGenerator<readonly Contact[]> {
  let after: number | undefined
  for (;;) {
    const query = { ...filter, limit: contactsAtOnce, order: 'asc', after } as const
    const rows = await selectContacts(reader, query)
    const contacts = rows.slice(0, contactsAtOnce)
    if (contacts.length > 0) yield contacts
    if (rows.length <= contactsAtOnce) return
    after = contacts.at(-1)?.id
  }
}
