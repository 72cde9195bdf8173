import { type Call, RequestError } from '../calls.ts'
import { byId, field, onClick, setText } from '../elements.ts'
import { fill, messages } from '../messages.ts'
import { imageSize } from './image-size.ts'
import type { Picture, UploadImage } from './upload-images.ts'

/** The images of the account, in the dialog. */
interface Gallery {
  /** Loads the images again. */
  open(): Promise<void>
  /** Returns the image with an address, if it is in the gallery. */
  find(url: string): Picture | undefined
}

interface GalleryOptions {
  call: Call
  uploadImage: UploadImage
  /** Called with the image that was chosen or uploaded. */
  onChoice(picture: Picture): void
}

export function setUpGallery({ call, uploadImage, onChoice }: GalleryOptions): Gallery {
  const list = byId('picture-list')
  const file = field('picture-file')
  const shown = new Map<string, Picture>()
  let next: string | undefined

  async function load(): Promise<void> {
    setText('picture-status', messages.images.loading)
    try {
      const page = await call<{ items: Picture[]; next?: string }>('images', { cursor: next })
      next = page.next
      const added = page.items.filter(({ url }) => !shown.has(url))
      for (const picture of added) shown.set(picture.url, picture)
      list.append(...added.map(choiceOf))
      setText('picture-status', shown.size === 0 ? messages.images.none : '')
    } catch (error) {
      next = undefined
      setText('picture-status', error instanceof RequestError ? error.message : messages.lost)
    }
    byId('more-pictures').hidden = next === undefined
  }

  async function open(): Promise<void> {
    next = undefined
    shown.clear()
    list.replaceChildren()
    await load()
  }

  function choiceOf(picture: Picture): HTMLElement {
    const { name, url, width, height, bytes } = picture
    const label = document.createElement('label')
    const radio = document.createElement('input')
    radio.type = 'radio'
    radio.name = 'picture'
    radio.value = url
    radio.addEventListener('change', () => onChoice(picture))
    const thumbnail = document.createElement('img')
    thumbnail.src = url
    thumbnail.alt = ''
    thumbnail.loading = 'lazy'
    const facts = document.createElement('span')
    facts.className = 'quiet'
    facts.textContent = fill(messages.images.facts, { width, height, size: imageSize(bytes) })
    label.append(radio, thumbnail, name, facts)
    return label
  }

  async function send(sent: File): Promise<void> {
    const picture = await uploadImage(sent)
    if (!picture) return
    const known = [...list.querySelectorAll('input')].find(({ value }) => value === picture.url)
    shown.set(picture.url, picture)
    if (!known) list.prepend(choiceOf(picture))
    const radio = known ?? list.querySelector('input')
    if (radio) radio.checked = true
    onChoice(picture)
    // What is left to say about the image.
    field('address-alt').focus()
  }

  onClick('upload-picture', () => file.click())
  onClick('more-pictures', load)
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? []
    // The same file can be chosen again.
    file.value = ''
    if (chosen) void send(chosen)
  })
  const dialog = byId('address')
  dialog.addEventListener('drop', (event) => {
    const [dropped] = event.dataTransfer?.files ?? []
    if (dropped && !byId('pictures').hidden) void send(dropped)
  })
  // A file that misses its target would replace the page.
  for (const name of ['dragover', 'drop'] as const) {
    window.addEventListener(name, (event) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    })
  }
  return { open, find: (url) => shown.get(url) }
}
