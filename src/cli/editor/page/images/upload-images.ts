import { RequestError, type Upload } from '../calls.ts'
import { byId, field, onClick, setText } from '../elements.ts'
import { fill, messages } from '../messages.ts'
import { imageSize } from './image-size.ts'
import { shrinkImage } from './shrink-image.ts'

/** An uploaded image. The width and height are those of its pixels. */
export interface Picture {
  name: string
  url: string
  width: number
  height: number
  bytes: number
}

/** Uploads an image and reports in its place of the page. Undefined if it was not uploaded. */
export type UploadImage = (file: File) => Promise<Picture | undefined>

/** The ids of the elements that show an upload. */
interface Report {
  /** Is hidden while nothing is uploaded. */
  around: string
  progress: string
  stop: string
  /** Shows the sentence. */
  status: string
  /** Says after the upload that the image was made smaller. */
  note: string
  /** Shows the reason of a failure. */
  alert: string
}

export function setUpUploads(upload: Upload, ids: Report): UploadImage {
  let stopping = new AbortController()
  const progress = byId<HTMLProgressElement>(ids.progress)
  onClick(ids.stop, () => stopping.abort())

  async function send(file: File): Promise<Picture | undefined> {
    stopping = new AbortController()
    const { signal } = stopping
    setText(ids.alert, '')
    setText(ids.note, '')
    const problem = problemOf(file)
    if (problem !== undefined) return fail(problem)
    progress.value = 0
    byId(ids.around).hidden = false
    try {
      const isTooLarge = file.size > maxBytes()
      if (isTooLarge) setText(ids.status, fill(messages.images.shrinking, { name: file.name }))
      const sent = isTooLarge ? await shrink(file) : file
      if (!sent) return fail(tooLarge(file))
      setText(ids.status, fill(messages.images.uploading, { name: file.name }))
      const onProgress = (part: number) => {
        progress.value = part
      }
      const picture = await upload<Picture>(sent, { onProgress, signal })
      setText(ids.status, fill(messages.images.uploaded, { name: file.name }))
      if (isTooLarge) setText(ids.note, shrunk(file))
      return picture
    } catch (error) {
      if (signal.aborted) return fail(messages.images.stopped)
      const reason = error instanceof RequestError ? error.message : messages.lost
      return fail(fill(messages.images.failed, { name: file.name, reason }))
    } finally {
      byId(ids.around).hidden = true
    }
  }

  function fail(sentence: string): undefined {
    setText(ids.status, '')
    setText(ids.alert, sentence)
  }

  let last: Promise<unknown> = Promise.resolve()
  // One after the other: there is one bar.
  return (file) => {
    const sent = last.then(() => send(file))
    last = sent
    return sent
  }
}

const limits = () => field('picture-file').dataset
const maxBytes = () => Number(limits().megabytes) * 1024 * 1024

const shrink = (file: File): Promise<File | undefined> =>
  shrinkImage(file, { width: Number(limits().width), maxBytes: maxBytes() })

const sizeOf = ({ name, size }: File) => ({
  ...{ name, size: imageSize(size), megabytes: Number(limits().megabytes) },
})
const tooLarge = (file: File): string => fill(messages.images.tooLarge, sizeOf(file))
const shrunk = (file: File): string => fill(messages.images.shrunk, sizeOf(file))

/** Returns why a file cannot be uploaded. The server decides by its content. */
function problemOf({ name, type, size }: File): string | undefined {
  const { wrongType, empty } = messages.images
  if (!field('picture-file').accept.split(',').includes(type)) return fill(wrongType, { name })
  return size === 0 ? fill(empty, { name }) : undefined
}
