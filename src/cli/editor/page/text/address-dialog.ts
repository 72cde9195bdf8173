import type { Component } from 'grapesjs'
import type { Theme } from '../../../../html/message/theme.ts'
import type { Call, Upload } from '../calls.ts'
import { type Canvas, documentOf } from '../canvas.ts'
import { byId, field, onClick, setText } from '../elements.ts'
import { setUpGallery } from '../images/gallery.ts'
import { replacePicture } from '../images/place-picture.ts'
import { setUpUploads } from '../images/upload-images.ts'
import { messages } from '../messages.ts'

/** Asks for the address of a link or a picture. */
export interface AddressDialog {
  /** For a link or picture of the message. */
  ask(component: Component): void
  /** For the text of a picture. Resolves when the dialog is closed. */
  askText(picture: Component): Promise<void>
  /** For the text that is selected in the text editor, or the link at the cursor. */
  linkSelection(): Promise<void>
}

interface DialogOptions {
  canvas: Canvas
  theme: Theme
  session: { call: Call; upload: Upload }
}

export function setUpAddressDialog({ canvas, theme, session }: DialogOptions): AddressDialog {
  const { editor } = canvas
  const dialog = byId<HTMLDialogElement>('address')
  const frame = documentOf(editor)
  let accept = (_: string): void => {}
  let remove: (() => void) | undefined
  const gallery = setUpGallery({
    call: session.call,
    uploadImage: setUpUploads(session.upload, {
      ...{ around: 'picture-upload', progress: 'picture-progress', stop: 'stop-picture' },
      ...{ status: 'picture-status', note: 'picture-note', alert: 'picture-alert' },
    }),
    onChoice({ url }) {
      field('address-url').value = url
    },
  })

  // A press elsewhere would end the text editing.
  dialog.addEventListener('mousedown', (event) => event.stopPropagation())
  // The Enter key that has opened the dialog, if it is still down, would also submit it.
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.repeat) event.preventDefault()
  })
  // An upload would go on without a place to show it.
  dialog.addEventListener('close', () => byId('stop-picture').click())
  byId('address-form').addEventListener('submit', (event) => {
    event.preventDefault()
    dialog.close()
    accept(wholeAddress(field('address-url').value))
  })
  onClick('cancel-address', () => dialog.close())
  onClick('remove-link', () => {
    dialog.close()
    remove?.()
  })

  interface Question {
    title: string
    address: string
    alt?: string
    accept(address: string): void
    remove?: () => void
  }
  function open(question: Question): void {
    accept = question.accept
    remove = question.remove
    setText('address-title', question.title)
    field('address-url').value = question.address
    const isPicture = question.alt !== undefined
    for (const id of ['address-text', 'pictures']) byId(id).hidden = !isPicture
    for (const id of ['picture-alert', 'picture-note']) setText(id, '')
    field('address-alt').value = question.alt ?? ''
    byId('remove-link').hidden = question.remove === undefined
    dialog.showModal()
    if (isPicture) void gallery.open()
    if (question.address === '' && isPicture) byId('upload-picture').focus()
    else field('address-url').select()
  }

  function ask(component: Component): void {
    const attributes = component.getAttributes()
    if (component.tagName === 'img') {
      open({
        title: messages.images.title,
        address: String(attributes.src ?? ''),
        alt: String(attributes.alt ?? ''),
        accept(src) {
          replacePicture(component, src, gallery.find(src))
          component.addAttributes({ alt: field('address-alt').value.trim() })
        },
      })
    } else {
      open({
        title: messages.linkTo,
        address: String(attributes.href ?? ''),
        accept: (href) => component.addAttributes({ href }),
      })
    }
  }

  function askText(picture: Component): Promise<void> {
    ask(picture)
    field('address-alt').select()
    return new Promise((resolve) => {
      dialog.addEventListener('close', () => resolve(), { once: true })
    })
  }

  async function linkSelection(): Promise<void> {
    const selection = frame.getSelection()
    const range = selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : undefined
    const text = frame.querySelector<HTMLElement>('[contenteditable=true]')
    if (!range || !text) return
    const existing = linkAtCursor(frame)
    const back = () => {
      editor.Canvas.getFrameEl().focus()
      text.focus()
      selection?.removeAllRanges()
      selection?.addRange(range)
    }
    const changed = () => text.dispatchEvent(new Event('input', { bubbles: true }))
    open({
      title: messages.linkTo,
      address: existing?.getAttribute('href') ?? '',
      accept(href) {
        back()
        if (existing) existing.setAttribute('href', href)
        else wrapInLink(range, href)
        changed()
      },
      ...(existing && {
        remove() {
          existing.replaceWith(...existing.childNodes)
          back()
          changed()
        },
      }),
    })
  }

  /** Links a range as a whole. The browser's own command makes several links around a chip. */
  function wrapInLink(range: Range, href: string): void {
    const link = frame.createElement('a')
    link.className = 'rm-link'
    link.setAttribute('href', href)
    link.setAttribute('target', '_blank')
    link.setAttribute('style', `color:${theme.link};text-decoration:underline`)
    if (range.collapsed) link.textContent = href
    else link.append(range.extractContents())
    for (const inner of link.querySelectorAll('a')) inner.replaceWith(...inner.childNodes)
    range.insertNode(link)
  }

  return { ask, askText, linkSelection }
}

/** Returns the link that contains the cursor, within the text that is being edited. */
export function linkAtCursor(frame: Document): HTMLElement | undefined {
  const node = frame.getSelection()?.anchorNode
  // An element of the frame is no instance of the classes of the page.
  const element = node?.nodeType === Node.ELEMENT_NODE ? (node as Element) : node?.parentElement
  const link = element?.closest('a')
  return link?.parentElement?.closest('[contenteditable=true]') ? link : undefined
}

/** Adds what people leave out of an address. */
function wholeAddress(typed: string): string {
  const text = typed.trim()
  if (text === '' || /^(?:[a-z][a-z0-9+.-]*:|#|\{\{|\/\/)/i.test(text)) return text
  return /^[^\s@/]+@[^\s@/]+$/.test(text) ? `mailto:${text}` : `https://${text}`
}
