import { defineCommand } from '../../command/command.ts'
import { parseHostPort } from '../../serve/host-port.ts'

/** Exit codes for a mail server that pipes to this verb, from sysexits.h. */
const exits = { taken: 0, refused: 65, noSuchAddress: 67, later: 75 }

export const command = defineCommand({
  effect: 'update',
  options: {
    inbox: { kind: 'text', placeholder: 'HOST:PORT', required: true },
    recipient: { kind: 'text', placeholder: 'ADDRESS', required: true },
  },
  isPublic: true,
  // A mail server runs this as its own user. That user's broken settings must not lose a message.
  toleratesBrokenSettings: true,
  examples: [
    'bounces receive --inbox 127.0.0.1:8425 --recipient "$RECIPIENT" < message.eml',
    'bounces receive --inbox "[::1]:8425" --recipient "$LOCAL_PART@$DOMAIN"',
  ],
  async run({ host, output, messages }, { options: { inbox, recipient } }) {
    const address = parseHostPort(inbox, '--inbox')
    const { submitToInbox } = await import('../../../service/bounces/submit-to-inbox.ts')
    const answer = await submitToInbox(address, { recipient, message: host.stdin })
    if (answer.result !== 'taken') output.note(messages.operating.bounceRejected(answer.response))
    return { exit: exits[answer.result] }
  },
})
