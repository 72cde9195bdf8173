import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { publicPath, shownImage } from './media.ts'
import { findImage, selectUsage } from './store.ts'

export const get =
  ({ db, settings }: Service): Handler<typeof contract.media.get> =>
  async ({ id }, { account }) => {
    const image = await findImage(db, account.id, id)
    if (!image) throw new Failure('not_found')
    const used_in = await selectUsage(db, account.id, publicPath + image.public_id)
    return { ...shownImage(image, settings.publicUrl), used_in }
  }
