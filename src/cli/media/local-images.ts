import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'

/** The flag that uploads the images of a message from this computer. */
export const imageOptions = { 'upload-images': { kind: 'switch' } } as const

export interface ImageOptions {
  /** The paths of the files that the content was read from, by field. */
  files: Readonly<Record<string, string>>
  uploads?: boolean | undefined
}

const parts = ['html', 'mjml'] as const

type Content = { readonly [Part in (typeof parts)[number]]?: string | undefined }

/**
 * Uploads the images that content from files takes from this computer, and writes their public addresses into
 * it. Without the flag it warns of them. With `--dry-run` it lists them.
 */
export async function withImages<Message extends Content>(
  context: Context,
  message: Message,
  { files, uploads = false }: ImageOptions,
): Promise<Message> {
  const given = parts.filter((part) => files[part] !== undefined && message[part] !== undefined)
  if (given.length === 0) {
    if (uploads) throw new Failure('missing_input', { values: { flags: '--html' } })
    return message
  }
  const { uploadLocalImages, warnOfLocalImages } = await import('./upload-local-images.ts')
  const written: Partial<Record<(typeof parts)[number], string>> = {}
  for (const part of given) {
    const source = { path: files[part] ?? '', text: message[part] ?? '', flag: `--${part}` }
    if (uploads) written[part] = await uploadLocalImages(context, source)
    else await warnOfLocalImages(context, source)
  }
  return { ...message, ...written }
}
