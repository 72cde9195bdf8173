import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { contract } from '../../contract/index.ts'
import { imageTooLarge } from '../../contract/shapes/media.ts'
import { Failure } from '../../core/failure.ts'
import { randomToken } from '../../core/ids.ts'
import { hourMs } from '../../core/time.ts'
import type { Handler } from '../handler.ts'
import { untilLost } from '../http/file-body.ts'
import type { Service } from '../service.ts'
import { refuseBeyondStorage } from '../users/storage.ts'
import { mailImage } from './image.ts'
import { shownImage } from './media.ts'
import { cancelRemoval, planRemoval } from './removals-store.ts'
import { createStorages } from './storage/storages.ts'
import { findImageOfSource, insertImage } from './store.ts'

/** The bytes of an upload that did not end are deleted after this time. */
const uploadMs = hourMs

/** Makes an uploaded image fit for mail and stores it. The same file again is the same image. */
export function add({ db, clock, log, settings }: Service): Handler<typeof contract.media.add> {
  const { media = {} } = settings
  const open = createStorages(media, clock)

  /** Writes the bytes to the storage of the settings, if there is one. */
  async function writeOutside(
    image: { account_id: number; name: string },
    type: string,
    content: Buffer,
  ) {
    if (media.address === undefined) return undefined
    const place = { ...image, stored_in: media.address }
    // First: after a crash, nothing else knows of the bytes.
    await planRemoval(db, place, { removeAt: clock.now() + uploadMs })
    try {
      await open(place.stored_in).write(place.name, content, type)
    } catch (cause) {
      log.error('an image could not be stored', cause)
      throw new Failure('unavailable', {}, { cause })
    }
    return place
  }

  return async ({ name = '', max_width }, { account, file, transact }) => {
    const bytes = await readImage(file)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const source = { accountId: account.id, sha256, maxWidth: max_width }
    const known = await findImageOfSource(db, source)
    if (known) return transact(async () => shownImage(known, settings.publicUrl))
    const { content, ...image } = await mailImage(bytes, max_width)
    const publicId = randomToken(12)
    const place = await writeOutside(
      { account_id: account.id, name: publicId },
      image.type,
      content,
    )
    return transact(async (tx) => {
      const added = await insertImage(tx, {
        ...image,
        account_id: account.id,
        public_id: publicId,
        name: name.trim(),
        bytes: content.length,
        source_sha256: sha256,
        max_width,
        created_at: clock.now(),
        content: place ? new Uint8Array() : content,
        stored_in: place?.stored_in ?? null,
      })
      if (added) await refuseBeyondStorage(tx, account.id)
      if (added && place) await cancelRemoval(tx, place)
      const row = added ?? (await findImageOfSource(tx, source))
      if (!row) throw new Failure('unavailable') // deleted at this moment
      return shownImage(row, settings.publicUrl)
    })
  }
}

async function readImage(file: Readable | undefined): Promise<Buffer> {
  if (!file) throw new Failure('file_empty')
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of untilLost(file)) {
    length += chunk.length
    if (length > imageTooLarge.limit) throw new Failure('body_too_large', { values: imageTooLarge })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
