import { type Call, RequestError } from './calls.ts'
import { byId, field, onClick, setText } from './elements.ts'
import { fill, messages } from './messages.ts'

/** Asks for confirmation, because a sent message cannot be recalled. */
export function setUpTestSend(call: Call, saved: () => Promise<boolean>): void {
  const dialog = byId<HTMLDialogElement>('test')

  async function send(): Promise<void> {
    const emails = field('test-emails')
      .value.split(/[\s,;]+/)
      .filter((each) => each !== '')
    if (emails.length === 0) return field('test-emails').focus()
    const values = { subject: field('asunto').value, emails: emails.join(', ') }
    if (!confirm(fill(messages.confirmTest, values))) return
    setText('test-status', messages.loading)
    try {
      const { sent } = await call<{ sent: number }>('test', { emails })
      setText('test-status', fill(messages.testSent, { count: sent }))
    } catch (error) {
      setText('test-status', error instanceof RequestError ? error.message : messages.lost)
    }
  }

  onClick('open-test', async () => {
    if (!(await saved())) return
    setText('test-status', '')
    dialog.showModal()
  })
  onClick('send-test', send)
  field('test-emails').addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault() // it would close the dialog
    void send()
  })
}
