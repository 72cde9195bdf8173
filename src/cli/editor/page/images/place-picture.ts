import type { Component } from 'grapesjs'
import { image } from '../../../../html/message/elements.ts'
import { section } from '../../../../html/message/tables.ts'
import type { Theme } from '../../../../html/message/theme.ts'
import type { Canvas } from '../canvas.ts'
import { fitSection, insertAt, type Place, pictureWidth } from '../insertion.ts'
import type { Picture } from './upload-images.ts'

/** Adds an image at a place, no wider than the place and than its own pixels. */
export function insertPicture(
  canvas: Canvas,
  { url, width }: Picture,
  { place, theme }: { place: Place; theme: Theme },
): Component | undefined {
  const content = image(theme, { src: url, width: Math.min(width, pictureWidth(place, theme)) })
  const html = place.isColumn ? content : fitSection(section(content), place, theme)
  const added = insertAt(place, canvas.protect(html))
  return added?.tagName === 'img' ? added : added?.find('img')[0]
}

/** Shows another image in place of one. The size of its pixels is known if it was uploaded. */
export function replacePicture(image: Component, url: string, picture: Picture | undefined): void {
  const isOther = url !== image.getAttributes().src
  // An image renders the `src` of its model.
  image.set('src', url)
  image.addAttributes({ src: url })
  // They would show the image of before.
  if (isOther) image.removeAttributes(['srcset', 'sizes'])
  if (isOther && picture) resize(image, picture)
}

/** Keeps an image in its column and in its proportions. Outlook reads only the attributes. */
function resize(image: Component, { width: pixels, height: lines }: Picture): void {
  const { width: stated = '', height } = image.getAttributes()
  const limit = /^\d+$/.test(String(stated)) ? Number(stated) : columnOf(image)
  const width = Math.max(1, Math.min(pixels, limit))
  if (!String(stated).endsWith('%')) image.addAttributes({ width: String(width) })
  const style = image.getStyle()
  if ('max-width' in style && stated !== '') image.addStyle({ 'max-width': `${width}px` })
  const tall = Math.round((width * lines) / pixels)
  if (/^\d+$/.test(String(height ?? ''))) image.addAttributes({ height: String(tall) })
  if (/^\d+px$/.test(String(style.height ?? ''))) image.addStyle({ height: `${tall}px` })
}

/** The width of the element around an image that no attribute limits. */
const columnOf = (image: Component): number =>
  image.getEl()?.closest('td, div, body')?.clientWidth || 600
