import type { ConnectionOptions } from 'node:tls'
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection/index.js'
import { Failure } from '../../core/failure.ts'

export interface Relay {
  options: SMTPConnectionOptions
  credentials: { user: string; pass: string } | undefined
}

const LOOPBACK = /^(localhost|127\..+|\[::1\])$/

/**
 * Parses `smtp://user:pass@host:port`, or `smtps://` for implicit TLS. STARTTLS is used when
 * offered. A password is only sent over TLS with a valid certificate. Without a password, TLS with
 * any certificate is better than none (RFC 7435).
 */
export function parseRelay(url: string, tls: ConnectionOptions = {}): Relay {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const secure = parsed?.protocol === 'smtps:'
  if (!parsed?.hostname || (!secure && parsed.protocol !== 'smtp:')) throw badUrl()
  const credentials = credentialsOf(parsed)
  const submission = credentials ? 587 : 25
  return {
    credentials,
    options: {
      host: parsed.hostname.replace(/^\[|\]$/g, ''),
      port: Number(parsed.port) || (secure ? 465 : submission),
      secure,
      requireTLS: credentials !== undefined && !secure && !LOOPBACK.test(parsed.hostname),
      tls: { rejectUnauthorized: secure || credentials !== undefined, ...tls },
    },
  }
}

function credentialsOf({ username, password }: URL): Relay['credentials'] {
  if (username === '') return undefined
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  } catch {
    // Invalid percent-encoding. The error does not show the URL, which contains the password.
    throw badUrl()
  }
}

const badUrl = () => new Failure('invalid', { problems: [{ field: 'smtp', code: 'bad_url' }] })
