import type { FailureCode } from '../core/failure.ts'
import type { ErrorCause, NoResponse } from './outcome.ts'

interface ConnectionError {
  cause: ErrorCause
  reason: string
}

/** The properties that Node and undici add to their errors. */
interface SystemError {
  code?: string
  message?: string
  /** The name that was not found. */
  hostname?: string
  /** The port that refused the connection. */
  port?: number
}

const tlsCodes =
  /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|UND_ERR_PRX_TLS)/
const unknownIssuerCodes =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF).*|CERT_UNTRUSTED)$/
const timeoutCodes = /^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/
const dnsCodes = /^(ENOTFOUND|EAI_\w+)$/
const refusedCodes = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/

/** Classifies the error. An error at a host other than `target` is a proxy error. */
export function connectionErrorOf(error: unknown, target: URL): ConnectionError {
  const { code = 'unknown', message = '', hostname, port } = systemErrorIn(error)
  const tunnel = /Proxy response \((\d+)\)/.exec(message)
  if (tunnel) return { cause: 'proxy', reason: `HTTP ${tunnel[1]}` }
  const isElsewhere =
    (hostname !== undefined && hostname !== target.hostname.replace(/^\[|\]$/g, '')) ||
    (port !== undefined && port !== portOf(target))
  if (isElsewhere) return { cause: 'proxy', reason: code }
  if (tlsCodes.test(code)) return { cause: 'tls', reason: code }
  if (timeoutCodes.test(code)) return { cause: 'timeout', reason: code }
  if (dnsCodes.test(code)) return { cause: 'dns', reason: code }
  if (refusedCodes.test(code)) return { cause: 'refused', reason: code }
  return { cause: 'connection', reason: code }
}

/**
 * Returns the failure code for a connection that could not be established, as far as the user can
 * act on it.
 */
export function connectFailureCode({
  cause,
  reason,
}: Pick<NoResponse, 'cause' | 'reason'>): FailureCode {
  if (cause === 'proxy') return 'proxy_failed'
  if (cause !== 'tls') return 'network'
  if (/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(reason)) return 'certificate_outdated'
  if (reason === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'certificate_misnamed'
  return unknownIssuerCodes.test(reason) ? 'certificate_unknown' : 'tls_failed'
}

/** If a name has several addresses, the first attempt decides. */
function systemErrorIn(error: unknown): SystemError {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return systemErrorIn(error.errors[0])
  }
  return error instanceof Error ? error : {}
}

const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
