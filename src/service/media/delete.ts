import type { contract } from '../../contract/index.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { publicPath } from './media.ts'
import { deleteImage, findImage, selectUsage } from './store.ts'

/** Refuses to delete an image that a message shows, also one that has been sent. */
export const remove =
  (_: Service): Handler<typeof contract.media.delete> =>
  ({ id, force }, { account, transact }) =>
    transact(async (tx) => {
      const image = await findImage(tx, account.id, id)
      if (!image) throw new Failure('not_found')
      if (!isOn(force)) {
        const [by] = await selectUsage(tx, account.id, publicPath + image.public_id)
        if (by !== undefined) throw new Failure('in_use', { values: { by } })
      }
      await deleteImage(tx, account.id, id)
      return { ok: true }
    })
