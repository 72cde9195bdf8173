import type { contract } from '../../contract/index.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { publicPath } from './media.ts'
import { removeBytes } from './remove-bytes.ts'
import { deleteImage, findImage, type StoredImage, selectUsage } from './store.ts'

/** Refuses to delete an image that a message shows, also one that has been sent. */
export const remove =
  (service: Service): Handler<typeof contract.media.delete> =>
  async ({ id, force }, { account, transact }) => {
    let deleted: StoredImage | undefined
    const answer = await transact(async (tx) => {
      const image = await findImage(tx, account.id, id)
      if (!image) throw new Failure('not_found')
      if (!isOn(force)) {
        const [by] = await selectUsage(tx, account.id, publicPath + image.public_id)
        if (by !== undefined) throw new Failure('in_use', { values: { by } })
      }
      await deleteImage(tx, account.id, id)
      deleted = image
      return { ok: true }
    })
    if (deleted) await removeBytesOf(service, deleted)
    return answer
  }

async function removeBytesOf(
  service: Service,
  { account_id, stored_in, public_id: name }: StoredImage,
): Promise<void> {
  if (stored_in === null) return
  await removeBytes(service, { account_id, stored_in, name, attempts: 0 })
}
