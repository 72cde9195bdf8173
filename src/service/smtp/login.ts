import { createHmac } from 'node:crypto'
import type { Credentials, Mechanism } from './relay.ts'

/** A SASL exchange (RFC 4954). */
export interface Login {
  command: string
  /** Returns the answer to a challenge (334). */
  respond(challenge: string): string
}

// RFC 5321 4.5.3.1.4: a command line has at most 512 octets with its CRLF. RFC 4954 4: a longer
// initial response must wait for an empty challenge.
const maxCommandLength = 510

/** The order of preference. Without TLS, a mechanism that hides the password comes first. */
const whenSecure: readonly Mechanism[] = ['PLAIN', 'LOGIN', 'CRAM-MD5']
const whenPlain: readonly Mechanism[] = ['CRAM-MD5', 'PLAIN', 'LOGIN']

/** Returns undefined if the server offers no mechanism that we can use. */
export function chooseLogin(
  credentials: Credentials,
  offered: readonly string[],
  isSecure: boolean,
): Login | undefined {
  const wanted = credentials.mechanism ? [credentials.mechanism] : isSecure ? whenSecure : whenPlain
  const mechanism = wanted.find((each) => offered.includes(each))
  return mechanism && logins[mechanism](credentials)
}

const logins: Record<Mechanism, (credentials: Credentials) => Login> = {
  PLAIN: ({ user, pass }) => withInitialResponse('PLAIN', `\0${user}\0${pass}`),
  LOGIN({ user, pass }) {
    const answers = [user, pass]
    return { command: 'AUTH LOGIN', respond: () => base64(answers.shift() ?? '') }
  },
  'CRAM-MD5': ({ user, pass }) => ({
    command: 'AUTH CRAM-MD5',
    respond(challenge) {
      const digest = createHmac('md5', pass).update(Buffer.from(challenge, 'base64')).digest('hex')
      return base64(`${user} ${digest}`)
    },
  }),
  XOAUTH2: ({ user, pass }) =>
    withInitialResponse('XOAUTH2', `user=${user}\u0001auth=Bearer ${pass}\u0001\u0001`),
}

/** After the initial response, a challenge describes an error. An empty line ends the exchange. */
function withInitialResponse(mechanism: string, response: string): Login {
  const answers = [base64(response)]
  const command = `AUTH ${mechanism} ${answers[0]}`
  if (command.length > maxCommandLength) {
    return { command: `AUTH ${mechanism}`, respond: () => answers.shift() ?? '' }
  }
  return { command, respond: () => '' }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')
