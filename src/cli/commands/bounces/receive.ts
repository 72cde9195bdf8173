import { defineCommand } from '../../command.ts'
import { parsePlace } from '../serve/place.ts'

/** What a mail server reads in the end of its pipe: codes of sysexits.h. */
const exits = { taken: 0, refused: 65, noSuchAddress: 67, later: 75 }

export const command = defineCommand({
  options: {
    inbox: { kind: 'text', placeholder: 'HOST:PORT', required: true },
    recipient: { kind: 'text', placeholder: 'ADDRESS', required: true },
  },
  isPublic: true,
  // A mail server runs it as somebody of its own, and must not lose a message for their settings.
  mends: true,
  examples: [
    'bounces receive --inbox 127.0.0.1:8425 --recipient "$RECIPIENT" < message.eml',
    'bounces receive --inbox "[::1]:8425" --recipient "$LOCAL_PART@$DOMAIN"',
  ],
  async run({ host, output, words }, { options: { inbox, recipient } }) {
    const place = parsePlace(inbox, '--inbox')
    const { handIn } = await import('../../../service/bounces/hand-in.ts')
    const answer = await handIn(place, { recipient, message: host.stdin })
    if (answer.end !== 'taken') output.note(words.operating.notTaken(answer.response))
    return { exit: exits[answer.end] }
  },
})
