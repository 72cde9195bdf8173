import { media } from '../../contract/modules/media.ts'
import type { Context } from '../context/context.ts'
import { sendImage } from '../media/upload.ts'
import type { Handler, UploadHandler } from './server.ts'

/** An image of the account, as the page shows it. */
interface ShownImage {
  name: string
  url: string
  width: number
  height: number
  bytes: number
}

const pageSize = 24
/** The API takes no longer name. */
const maxName = 200

/** Lists the images of the account, the newest first. */
export const listImages =
  (context: Context): Handler =>
  async ({ cursor }) => {
    const client = await context.client()
    const { data } = await client.call(media.list, {
      limit: pageSize,
      ...(typeof cursor === 'string' && { cursor }),
    })
    return { items: data.items.map(shownImage), next: data.nextCursor }
  }

/** Uploads an image for the message. */
export const uploadTo =
  (context: Context): UploadHandler =>
  async ({ name, stream, signal }) =>
    shownImage(await sendImage(context, stream, { name: name.slice(0, maxName), signal }))

const shownImage = ({ name, url, width, height, bytes }: ShownImage): ShownImage => ({
  ...{ name, url, width, height, bytes },
})
