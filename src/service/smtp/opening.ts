import { type Extensions, noExtensions, readExtensions } from './extensions.ts'
import { chooseLogin, type Login } from './login.ts'
import type { Credentials } from './relay.ts'
import { ProtocolError, type Reply } from './reply-parser.ts'

export interface OpeningOptions {
  /** The name in EHLO. */
  clientName: string
  secure: boolean
  requireTls: boolean
  credentials: Credentials | undefined
}

interface OpeningOutput {
  write(text: string): void
  startTls(): void
  ready(extensions: Extensions): void
}

export interface Opening {
  /** Throws if the relay cannot be used. */
  take(reply: Reply): void
  /** TLS is established. */
  secured(): void
}

/** A reply that makes the connection useless. Its text is the reason. */
class OpeningRefused extends Error {
  constructor({ text }: Reply) {
    super(text)
  }
}

/** No mechanism has more. */
const maxChallenges = 3

/** The part of a session before mail: greeting, EHLO, STARTTLS and login. */
export function createOpening(options: OpeningOptions, output: OpeningOutput): Opening {
  const { clientName, requireTls, credentials } = options
  let isSecure = options.secure
  let extensions = noExtensions
  let login: Login | undefined
  let challenges = 0
  let take = greeted

  function greeted(reply: Reply): void {
    require(reply, 220)
    sayHello()
  }

  function sayHello(): void {
    output.write(`EHLO ${clientName}\r\n`)
    take = introduced
  }

  function introduced(reply: Reply): void {
    // RFC 5321 3.2: a server that does not know EHLO.
    if (reply.code >= 500) {
      output.write(`HELO ${clientName}\r\n`)
      take = introducedByHelo
      return
    }
    require(reply, 250)
    extensions = readExtensions(reply.text)
    if (!isSecure && extensions.startTls) {
      output.write('STARTTLS\r\n')
      take = offeredTls
    } else {
      logIn()
    }
  }

  function introducedByHelo(reply: Reply): void {
    require(reply, 250)
    logIn()
  }

  function offeredTls(reply: Reply): void {
    if (reply.code === 220) output.startTls()
    else if (requireTls || reply.code === 421) throw new OpeningRefused(reply)
    else logIn()
  }

  function logIn(): void {
    if (requireTls && !isSecure) throw new Error('The relay does not offer TLS')
    if (!credentials) {
      output.ready(extensions)
      return
    }
    login = chooseLogin(credentials, extensions.auth, isSecure)
    if (!login) throw new Error('The relay offers no login that is possible here')
    output.write(`${login.command}\r\n`)
    take = challenged
  }

  function challenged(reply: Reply): void {
    if (reply.code === 334 && login && challenges++ < maxChallenges) {
      output.write(`${login.respond(reply.text.slice(4))}\r\n`)
      return
    }
    require(reply, 235)
    output.ready(extensions)
  }

  return {
    take: (reply) => take(reply),
    secured() {
      isSecure = true
      // RFC 3207 4.2: what the relay said before is forgotten.
      extensions = noExtensions
      sayHello()
    },
  }
}

function require(reply: Reply, code: number): void {
  if (reply.code === code) return
  if (reply.code < 400) throw new ProtocolError(`The relay replies out of turn: ${reply.text}`)
  throw new OpeningRefused(reply)
}
