import { type Call, Refusal } from './calls.ts'
import { byId, field, press, say } from './elements.ts'
import { offerWidths } from './widths.ts'
import { words } from './words.ts'

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

/** The saved message as the service fills it in; `saved` says whether what is seen is what is saved. */
export function offerPreview(call: Call, saved: () => Promise<boolean>): void {
  const dialog = byId<HTMLDialogElement>('preview')
  let found: readonly Contact[] = []

  async function show(contact?: number): Promise<void> {
    say('preview-status', words.loading)
    try {
      const input = contact === undefined ? {} : { contact }
      const { asunto, preheader, html } = await call<Rendered>('preview', input)
      say('preview-subject', asunto)
      say('preview-preheader', preheader)
      byId<HTMLIFrameElement>('preview-frame').srcdoc = html
      say('preview-status', '')
    } catch (error) {
      say('preview-status', error instanceof Refusal ? error.message : words.lost)
    }
  }

  async function look(): Promise<void> {
    const typed = field('contact').value.trim()
    if (typed === '') return show()
    await search(typed)
    const contact = found.find(({ email }) => email.toLowerCase() === typed.toLowerCase())
    if (contact) await show(contact.id)
    else say('preview-status', words.noContact)
  }

  async function search(q: string): Promise<void> {
    try {
      found = (await call<{ contacts: Contact[] }>('contacts', { q })).contacts
    } catch {
      found = [] // a server without a search: the message is shown with example values
    }
    const options = found.map(({ email, nombre }) => new Option(nombre, email))
    byId('contacts').replaceChildren(...options)
  }

  press('open-preview', async () => {
    if (!(await saved())) return
    dialog.showModal()
    await show()
  })
  press('show-contact', look)
  field('contact').addEventListener('input', () => void search(field('contact').value.trim()))
  field('contact').addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault() // it would close the dialog
    void look()
  })
  offerWidths()
}
