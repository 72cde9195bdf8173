import type { Readable } from 'node:stream'
import type { contract } from '../../contract/index.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import { Failure } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { mapColumns, parseOverride } from '../../tabular/mapping.ts'
import { type OpenOptions, openTable } from '../../tabular/open-table.ts'
import { rejectsDelimiter } from '../../tabular/rejects-csv.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import { completeUpload, deleteUpload, readUpload } from '../jobs/upload-store.ts'
import { selectFields } from '../lists/fields/store.ts'
import { findList, type ListRef } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { refuseBeyondStorage } from '../users/storage.ts'
import { fetchFile } from './fetch.ts'
import type { ImportParams } from './params.ts'
import { receiveUpload } from './receive.ts'

/** Stores an uploaded file and maps its columns. A job imports the rows. */
export const importFile =
  (service: Service): Handler<typeof contract.lists.import> =>
  async ({ id, mode, map = [], delimiter, encoding, sheet, url, tag, ...query }, call) => {
    const { db, wake } = service
    const { account, language, file, transact } = call
    const listRef = { accountId: account.id, listId: id }
    await findList(db, listRef)
    // Discard a body sent along with a URL, so that it does not block the connection.
    if (url !== undefined) file?.resume()
    const receive = (bytes: Readable) => receiveUpload(service, listRef, bytes)
    const { jobId, bytes } =
      url === undefined ? await receive(fileIn(file)) : await fetchFile(service, url, receive)
    const reading: OpenOptions = { delimiter, encoding, sheet }
    try {
      const head = await describeUsageFailure(language, () =>
        readHead(db, { ...listRef, jobId, map, reading }),
      )
      const params: ImportParams = {
        ...head,
        mode,
        dry_run: isOn(query.dry_run),
        reading,
        ...(tag && { tags: tag }),
        bytes,
      }
      return await transact(async (tx) => {
        if (!(await completeUpload(tx, { jobId, params }))) throw new Failure('unavailable')
        await refuseBeyondStorage(tx, account.id)
        return { job_id: jobId }
      })
    } catch (error) {
      await deleteUpload(db, jobId)
      throw error
    } finally {
      wake()
    }
  }

function fileIn(file: Readable | undefined): Readable {
  if (!file) throw new Failure('file_empty')
  return file
}

interface Upload extends ListRef {
  jobId: number
  map: readonly string[]
  reading: OpenOptions
}

/** Reads the header of a file and maps its columns. Throws like `openTable` and `mapColumns`. */
async function readHead(
  db: Executor,
  { jobId, accountId, listId, map, reading }: Upload,
): Promise<Pick<ImportParams, 'mapping' | 'header' | 'delimiter'>> {
  const table = await openTable(readUpload(db, { id: jobId, accountId }), reading)
  try {
    const fields = await selectFields(db, { accountId, listId })
    const header = table.header.cells
    const mapping = mapColumns(header, { fields, overrides: map.map(parseOverride) })
    return { mapping, header, delimiter: rejectsDelimiter(table.format) }
  } finally {
    await table.close()
  }
}

/** Converts a usage failure into one for the API: here the query is wrong, not flags. */
async function describeUsageFailure<T>(language: Language, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'usage') throw error
    const { values = {} } = error.details
    const template = (messages[language].tableUsage as Record<string, string>)[
      String(values.reason)
    ]
    const reason = fill(template ?? '', values).replace(/\.$/, '')
    throw new Failure('file_unclear', { values: { reason } }, { cause: error })
  }
}
