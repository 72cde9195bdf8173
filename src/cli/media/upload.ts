import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Answer } from '../../contract/endpoint.ts'
import { media } from '../../contract/modules/media.ts'
import { defaultMaxWidth, type ImageType } from '../../contract/shapes/media.ts'
import { newUuid } from '../../core/ids.ts'
import type { Context } from '../context/context.ts'
import { unreadableFile } from '../input/files.ts'

interface Upload {
  name?: string | undefined
  maxWidth?: number | undefined
}

/** Uploads an image and returns it as the server stores it. The same file again changes nothing. */
export async function uploadImage(
  context: Context,
  path: string,
  { name = basename(path), maxWidth = defaultMaxWidth }: Upload,
): Promise<Answer<typeof media.add>> {
  const { host, flags, settings } = context
  // Before the request, which would end with a broken connection.
  const handle = await open(path).catch((cause: unknown) => {
    throw unreadableFile(path, settings.language.value, cause)
  })
  const stream = handle.createReadStream()
  const client = await context.client()
  try {
    const { data } = await client.call(
      media.add,
      { name, max_width: maxWidth },
      {
        // The server looks at the bytes, not at the type.
        file: { stream, type: 'image/png' satisfies ImageType },
        idempotencyKey: flags.idempotencyKey ?? newUuid(),
        signal: host.stopped,
      },
    )
    return data
  } finally {
    stream.destroy()
  }
}
