import type { Component } from 'grapesjs'
import type { Theme } from '../../../../html/message/theme.ts'
import { type Canvas, documentOf } from '../canvas.ts'
import type { DropFiles } from '../drag-and-drop.ts'
import { type Place, placeAfter } from '../insertion.ts'
import { rootOf } from '../structure.ts'
import { insertPicture, replacePicture } from './place-picture.ts'
import type { Picture, UploadImage } from './upload-images.ts'

interface DropOptions {
  canvas: Canvas
  theme: Theme
  uploadImage: UploadImage
  /** Asks for the text of an image. */
  askText(image: Component): Promise<void>
}

interface ImageDrops {
  drop: DropFiles
  /** Uploads pasted images. They come after the selection, or into an image without an address. */
  paste(files: readonly File[]): void
}

/** Uploads the image files that are dropped or pasted, and adds them to the message. */
export function setUpImageDrops({ canvas, theme, uploadImage, askText }: DropOptions): ImageDrops {
  const { editor } = canvas

  async function add(files: readonly File[], target: Place | { image: Component }): Promise<void> {
    let at = target
    for (const file of files) {
      const picture = await uploadImage(file)
      if (!picture) return
      await canvas.commitText()
      const image = show(picture, at)
      if (!image) return
      editor.select(image)
      editor.Canvas.scrollTo(image)
      await askText(image)
      // The next one follows.
      at = placeAfter(image, true)
    }
  }

  /** The message may have changed during the upload. */
  function show(picture: Picture, target: Place | { image: Component }): Component | undefined {
    const root = editor.getWrapper()
    if (!root) return undefined
    const isHere = (part: Component | undefined) => !part || rootOf(part) === root
    if ('image' in target && isHere(target.image)) {
      replacePicture(target.image, picture.url, picture)
      return target.image
    }
    const isPlace = 'around' in target && isHere(target.around) && isHere(target.before)
    const place = isPlace ? target : placeAfter(editor.getSelected() ?? root, true)
    return insertPicture(canvas, picture, { place, theme })
  }

  function paste(files: readonly File[]): void {
    const selected = editor.getSelected() ?? editor.getWrapper()
    if (!selected) return
    const isEmpty = selected.tagName === 'img' && String(selected.getAttributes().src ?? '') === ''
    void add(files, isEmpty ? { image: selected } : placeAfter(selected, true))
  }

  // The editor copies parts of the message without the clipboard of the system, which would still
  // hold an older image.
  documentOf(editor).addEventListener('copy', (event) => {
    const selected = editor.getSelected()
    if (editor.getEditing() || !selected) return
    event.clipboardData?.setData('text/plain', selected.getEl()?.innerText ?? '')
    event.preventDefault()
  })
  return { drop: (files, target) => void add(files, target), paste }
}
