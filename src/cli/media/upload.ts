import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import type { Answer } from '../../contract/endpoint.ts'
import { media } from '../../contract/modules/media.ts'
import { defaultMaxWidth, type ImageType, imageTooLarge } from '../../contract/shapes/media.ts'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import type { Context } from '../context/context.ts'
import { unreadableFile } from '../input/files.ts'

interface Upload {
  name?: string | undefined
  maxWidth?: number | undefined
}

type UploadedImage = Answer<typeof media.add>

/** Uploads an image and returns it as the server stores it. The same file again changes nothing. */
export async function uploadImage(
  context: Context,
  path: string,
  { name = basename(path), maxWidth = defaultMaxWidth }: Upload,
): Promise<UploadedImage> {
  const { host, flags, settings } = context
  // Before the request, which would end with a broken connection.
  const handle = await open(path).catch((cause: unknown) => {
    throw unreadableFile(path, settings.language.value, cause)
  })
  if ((await handle.stat()).size > imageTooLarge.limit) {
    await handle.close()
    throw new Failure('body_too_large', { values: { ...imageTooLarge, path } })
  }
  const stream = handle.createReadStream()
  const sending = { key: flags.idempotencyKey ?? newUuid(), signal: host.stopped }
  return sendImage(context, stream, { name, maxWidth, ...sending })
}

interface Sending {
  name: string
  maxWidth?: number
  /** The idempotency key. */
  key?: string
  signal: AbortSignal
}

/** Uploads an image from a stream. */
export async function sendImage(
  context: Context,
  stream: Readable,
  { name, maxWidth = defaultMaxWidth, key = newUuid(), signal }: Sending,
): Promise<UploadedImage> {
  try {
    const client = await context.client()
    const { data } = await client.call(
      media.add,
      { name, max_width: maxWidth },
      {
        // The server looks at the bytes, not at the type.
        file: { stream, type: 'image/png' satisfies ImageType },
        idempotencyKey: key,
        signal,
      },
    )
    return data
  } finally {
    stream.destroy()
  }
}
