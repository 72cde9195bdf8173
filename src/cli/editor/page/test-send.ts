import { type Call, Refusal } from './calls.ts'
import { byId, field, press, say } from './elements.ts'
import { fill, words } from './words.ts'

/** Asks before it sends: what goes out cannot be taken back. */
export function offerTest(call: Call, saved: () => Promise<boolean>): void {
  const dialog = byId<HTMLDialogElement>('test')

  async function send(): Promise<void> {
    const emails = field('test-emails')
      .value.split(/[\s,;]+/)
      .filter((each) => each !== '')
    if (emails.length === 0) return field('test-emails').focus()
    const asked = { subject: field('asunto').value, emails: emails.join(', ') }
    if (!confirm(fill(words.confirmTest, asked))) return
    say('test-status', words.loading)
    try {
      const { sent } = await call<{ sent: number }>('test', { emails })
      say('test-status', fill(words.testSent, { count: sent }))
    } catch (error) {
      say('test-status', error instanceof Refusal ? error.message : words.lost)
    }
  }

  press('open-test', async () => {
    if (!(await saved())) return
    say('test-status', '')
    dialog.showModal()
  })
  press('send-test', send)
  field('test-emails').addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault() // it would close the dialog
    void send()
  })
}
