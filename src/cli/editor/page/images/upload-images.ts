import { RequestError, type Upload } from '../calls.ts'
import { byId, field, onClick, setText } from '../elements.ts'
import { fill, messages } from '../messages.ts'
import { imageSize } from './image-size.ts'

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
    const problem = problemOf(file)
    if (problem !== undefined) return fail(problem)
    progress.value = 0
    byId(ids.around).hidden = false
    setText(ids.status, fill(messages.images.uploading, { name: file.name }))
    try {
      const onProgress = (part: number) => {
        progress.value = part
      }
      const picture = await upload<Picture>(file, { onProgress, signal })
      setText(ids.status, fill(messages.images.uploaded, { name: file.name }))
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

/** Returns why a file cannot be uploaded. The server decides by its content. */
function problemOf({ name, type, size }: File): string | undefined {
  const { accept, dataset } = field('picture-file')
  const { wrongType, tooLarge, empty } = messages.images
  const megabytes = Number(dataset.megabytes)
  if (!accept.split(',').includes(type)) return fill(wrongType, { name })
  if (size === 0) return fill(empty, { name })
  if (size <= megabytes * 1024 * 1024) return undefined
  return fill(tooLarge, { name, size: imageSize(size), megabytes })
}
