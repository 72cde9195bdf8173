import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { contract } from '../../contract/index.ts'
import { maxImageMegabytes } from '../../contract/shapes/media.ts'
import { mebibyte } from '../../core/bytes.ts'
import { Failure } from '../../core/failure.ts'
import { randomToken } from '../../core/ids.ts'
import type { Handler } from '../handler.ts'
import { fileTooLarge, untilLost } from '../http/file-body.ts'
import type { Service } from '../service.ts'
import { refuseBeyondStorage } from '../users/storage.ts'
import { mailImage } from './image.ts'
import { shownImage } from './media.ts'
import { findImageOfSource, insertImage } from './store.ts'

const maxBytes = maxImageMegabytes * mebibyte

/** Makes an uploaded image fit for mail and stores it. The same file again is the same image. */
export const add =
  ({ db, clock, settings }: Service): Handler<typeof contract.media.add> =>
  async ({ name = '', max_width }, { account, file, transact }) => {
    const bytes = await readImage(file)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const source = { accountId: account.id, sha256, maxWidth: max_width }
    const known = await findImageOfSource(db, source)
    if (known) return transact(async () => shownImage(known, settings.publicUrl))
    const { content, ...image } = await mailImage(bytes, max_width)
    return transact(async (tx) => {
      const added = await insertImage(tx, {
        ...image,
        account_id: account.id,
        public_id: randomToken(12),
        name: name.trim(),
        bytes: content.length,
        source_sha256: sha256,
        max_width,
        created_at: clock.now(),
        content,
      })
      if (added) await refuseBeyondStorage(tx, account.id)
      const row = added ?? (await findImageOfSource(tx, source))
      if (!row) throw new Failure('unavailable') // deleted at this moment
      return shownImage(row, settings.publicUrl)
    })
  }

async function readImage(file: Readable | undefined): Promise<Buffer> {
  if (!file) throw new Failure('file_empty')
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of untilLost(file)) {
    length += chunk.length
    if (length > maxBytes) throw fileTooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
