import type { ConnectionOptions } from 'node:tls'
import { Failure } from '../../core/failure.ts'
import { parseUrl } from '../../core/urls/parse-url.ts'

export type Mechanism = 'PLAIN' | 'LOGIN' | 'CRAM-MD5' | 'XOAUTH2'

export interface Credentials {
  user: string
  pass: string
  /** Undefined: the best that the relay offers. */
  mechanism?: Mechanism | undefined
}

export interface Relay {
  host: string
  port: number
  /** TLS from the first byte on. */
  secure: boolean
  /** Without TLS, nothing is sent. */
  requireTls: boolean
  tls: ConnectionOptions
  credentials: Credentials | undefined
}

const LOOPBACK = /^(localhost|127\..+|\[::1\])$/

const mechanisms: readonly string[] = ['PLAIN', 'LOGIN', 'CRAM-MD5', 'XOAUTH2']

/**
 * Parses `smtp://user:pass@host:port`, or `smtps://` for implicit TLS. STARTTLS is used when
 * offered. A password is only sent over TLS with a valid certificate. Without a password, TLS with
 * any certificate is better than none (RFC 7435). `?auth=` selects a mechanism; for XOAUTH2 the
 * password is the access token.
 */
export function parseRelay(url: string, tls: ConnectionOptions = {}): Relay {
  const parsed = parseUrl(url)
  const secure = parsed?.protocol === 'smtps:'
  if (!parsed?.hostname || (!secure && parsed.protocol !== 'smtp:')) throw badUrl()
  const credentials = credentialsOf(parsed)
  const submission = credentials ? 587 : 25
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: Number(parsed.port) || (secure ? 465 : submission),
    secure,
    requireTls: credentials !== undefined && !secure && !LOOPBACK.test(parsed.hostname),
    tls: { rejectUnauthorized: secure || credentials !== undefined, ...tls },
    credentials,
  }
}

function credentialsOf({ username, password, searchParams }: URL): Credentials | undefined {
  const auth = searchParams.get('auth')?.toUpperCase()
  if (auth !== undefined && (username === '' || !mechanisms.includes(auth))) throw badUrl()
  if (username === '') return undefined
  const mechanism = auth as Mechanism | undefined
  const [user, pass] = [decoded(username), decoded(password)]
  // A NUL separates the fields of PLAIN, and a control character those of XOAUTH2.
  if (/[\u0000\u0001]/.test(user + pass)) throw badUrl()
  return { user, pass, ...(mechanism && { mechanism }) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Invalid percent-encoding. The error does not show the URL, which contains the password.
    throw badUrl()
  }
}

const badUrl = () => new Failure('invalid', { problems: [{ field: 'smtp', code: 'bad_url' }] })
