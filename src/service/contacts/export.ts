import type { contract } from '../../contract/index.ts'
import type { ContactStatus } from '../../contract/shapes/contact.ts'
import { exportTypes } from '../../contract/shapes/list-work.ts'
import type { Condition } from '../database/condition.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import { fileNameOf } from '../http/file.ts'
import { selectFields } from '../lists/fields/store.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { type ExportFormat, writeExport } from './export-formats.ts'
import type { SegmentFilter } from './segment-filter.ts'
import { type Contact, selectContacts } from './store.ts'

/** A few milliseconds of the reader, and about a megabyte. */
const contactsAtOnce = 1000

/** The contacts of a list as a file that is written while it leaves. */
export const exportList =
  ({ db, reader }: Service, filterBy: SegmentFilter): Handler<typeof contract.lists.export> =>
  async ({ id, segment_id, status, fields: asked, format }, { account }) => {
    const list = await findList(db, { accountId: account.id, listId: id })
    const fields = await selectFields(reader, id)
    const segment =
      segment_id === undefined
        ? undefined
        : await filterBy(reader, { accountId: account.id, segmentId: Number(segment_id) })
    const pages = contactsOf(reader, { listId: id, status, segment })
    return {
      name: fileNameOf(list.name, { extension: format, fallback: `list-${id}` }),
      type: typeOf[format],
      pieces: writeExport(format, { reader, list, fields, asked, pages }),
    }
  }

const [csv = '', ndjson = '', xlsx = ''] = exportTypes
const typeOf: Record<ExportFormat, string> = { csv, ndjson, xlsx }

interface Whom {
  listId: number
  status: ContactStatus | undefined
  segment: Condition | undefined
}

/** In the order of their ids, so that whoever joins or leaves meanwhile moves nobody else. */
async function* contactsOf(reader: Executor, whom: Whom): AsyncGenerator<readonly Contact[]> {
  let after: number | undefined
  for (;;) {
    const query = { ...whom, limit: contactsAtOnce, order: 'asc', after } as const
    const rows = await selectContacts(reader, query)
    const contacts = rows.slice(0, contactsAtOnce)
    if (contacts.length > 0) yield contacts
    if (rows.length <= contactsAtOnce) return
    after = contacts.at(-1)?.id
  }
}
