import { inColorScheme } from '../../../html/message/color-scheme.ts'
import { type Call, RequestError } from './calls.ts'
import { byId, field, onClick, selectButton, setText } from './elements.ts'
import { messages } from './messages.ts'
import { setUpWidths } from './widths.ts'

interface Rendered {
  asunto: string
  preheader: string
  html: string
}

interface Contact {
  id: number
  email: string
  nombre: string
}

/**
 * Shows the saved message as the service renders it. `saved` saves pending changes first. Where the service
 * renders no preview, `source` returns what is shown.
 */
export function setUpPreview(
  call: Call,
  saved: () => Promise<boolean>,
  source?: () => Rendered,
): void {
  const dialog = byId<HTMLDialogElement>('preview')
  let found: readonly Contact[] = []
  let rendered = ''
  let isDark = false

  const draw = () => {
    const frame = byId<HTMLIFrameElement>('preview-frame')
    const scheme = isDark ? 'dark' : 'light'
    frame.style.colorScheme = scheme
    frame.srcdoc = inColorScheme(rendered, scheme)
  }

  async function show(contact?: number): Promise<void> {
    setText('preview-status', messages.loading)
    try {
      const input = source?.() ?? (contact === undefined ? {} : { contact })
      const { asunto, preheader, html } = await call<Rendered>('preview', input)
      setText('preview-subject', asunto)
      setText('preview-preheader', preheader)
      rendered = html
      draw()
      setText('preview-status', source ? messages.sourceShown : '')
    } catch (error) {
      setText('preview-status', error instanceof RequestError ? error.message : messages.lost)
    }
  }

  async function look(): Promise<void> {
    const typed = field('contact').value.trim()
    if (typed === '') return show()
    await search(typed)
    const contact = found.find(({ email }) => email.toLowerCase() === typed.toLowerCase())
    if (contact) await show(contact.id)
    else setText('preview-status', messages.noContact)
  }

  async function search(q: string): Promise<void> {
    try {
      found = (await call<{ contacts: Contact[] }>('contacts', { q })).contacts
    } catch {
      found = [] // without a search on the server, the preview uses example values
    }
    const options = found.map(({ email, nombre }) => new Option(nombre, email))
    byId('contacts').replaceChildren(...options)
  }

  onClick('open-preview', async () => {
    if (!source && !(await saved())) return
    dialog.showModal()
    if (source) return show()
    // The first contact of the list, since the values of examples hide what is missing.
    if (field('contact').value === '') await search('')
    const [first] = found
    if (first && field('contact').value === '') field('contact').value = first.email
    await look()
  })
  onClick('show-contact', look)
  field('contact').addEventListener('input', () => void search(field('contact').value.trim()))
  field('contact').addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault() // it would close the dialog
    void look()
  })
  for (const id of ['light', 'dark'] as const) {
    onClick(id, () => {
      isDark = id === 'dark'
      selectButton(id, ['light', 'dark'])
      draw()
    })
  }
  setUpWidths()
  for (const id of ['contact-label', 'show-contact']) byId(id).hidden = source !== undefined
}
