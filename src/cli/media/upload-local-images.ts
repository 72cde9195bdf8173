import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { Failure, type Problem } from '../../core/failure.ts'
import { oneLine } from '../../core/safe-text.ts'
import { type ImageReference, replaceAddresses } from '../../html/image-references.ts'
import type { Context } from '../context/context.ts'
import {
  findLocalImage,
  isEmbedded,
  type LocalImage,
  localReferences,
} from './find-local-images.ts'
import { sendImage } from './upload.ts'

interface Source {
  /** The path of the HTML, `-` for standard input. */
  path: string
  text: string
  /** The flag that has named it. */
  flag: string
}

/** Warns of images that recipients cannot load. */
export async function warnOfLocalImages(
  { output, messages }: Context,
  { text }: Source,
): Promise<void> {
  const local = localReferences(text).filter(({ address }) => !isEmbedded(address))
  const [first] = local
  if (!first) return
  const count = new Set(local.map(({ address }) => address)).size
  await output.warn(messages.sending.localImages(count, oneLine(first.shown), first.line))
}

/**
 * Uploads the local images of HTML and returns the HTML with their public addresses. Uploads nothing if one of
 * them cannot be uploaded. With `--dry-run` it only lists them.
 */
export async function uploadLocalImages(
  context: Context,
  { path, text, flag }: Source,
): Promise<string> {
  const { flags } = context
  const references = localReferences(text)
  const images = new Map<ImageReference, LocalImage>()
  const problems: Problem[] = []
  for (const reference of references) {
    const found = await findLocalImage(reference, { htmlPath: path, flag })
    if ('key' in found) images.set(reference, found)
    else problems.push(found)
  }
  if (problems.length > 0) throw new Failure('images_refused', { problems })
  const urls = new Map<string, string | undefined>()
  for (const image of images.values()) {
    if (urls.has(image.key)) continue
    urls.set(image.key, await (flags.dryRun ? list(context, image) : upload(context, image)))
  }
  return replaceAddresses(text, references, (each) => urls.get(images.get(each)?.key ?? ''))
}

function list({ output, messages }: Context, { shown, line, size }: LocalImage): undefined {
  const bytes = output.local.value(size, 'bytes')
  output.note(messages.sending.imageFound(oneLine(shown), line, bytes))
}

async function upload(context: Context, image: LocalImage): Promise<string> {
  const { name, source, line } = image
  const { output, messages, host } = context
  const shown = oneLine(image.shown)
  const stream = 'path' in source ? createReadStream(source.path) : Readable.from([source.bytes])
  try {
    const { url } = await sendImage(context, stream, { name, signal: host.stopped })
    output.note(messages.sending.imageUploaded(shown, url))
    return plainAddress(url)
  } catch (error) {
    await output.warn(messages.sending.imageNotUploaded(shown, line))
    throw error
  }
}

/** An address of the server cannot end the attribute or the CSS that it is written into. */
const plainAddress = (url: string): string =>
  url.replace(/[^\w\-.~:/?#@!$*+;=%]/g, (letter) =>
    [...Buffer.from(letter)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  )
