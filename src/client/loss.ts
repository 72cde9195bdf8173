import type { FailureCode } from '../core/failure.ts'
import type { LossCause, Lost } from './outcome.ts'

interface Loss {
  cause: LossCause
  reason: string
}

/** What Node and undici put on their errors. */
interface SystemError {
  code?: string
  message?: string
  /** Of a name that was not found. */
  hostname?: string
  /** Of a connection that was refused. */
  port?: number
}

const tlsCodes =
  /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|UND_ERR_PRX_TLS)/
const unknownIssuerCodes =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF).*|CERT_UNTRUSTED)$/
const timeoutCodes = /^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/
const dnsCodes = /^(ENOTFOUND|EAI_\w+)$/
const refusedCodes = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/

/** Why there was no answer, in few words; what failed elsewhere than at `target` failed at a proxy. */
export function lossOf(error: unknown, target: URL): Loss {
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

/** Why no connection came to stand, as far as a person can do something about it. */
export function neverLeftCode({ cause, reason }: Pick<Lost, 'cause' | 'reason'>): FailureCode {
  if (cause === 'proxy') return 'proxy_failed'
  if (cause !== 'tls') return 'network'
  if (/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(reason)) return 'certificate_outdated'
  if (reason === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'certificate_misnamed'
  return unknownIssuerCodes.test(reason) ? 'certificate_unknown' : 'tls_failed'
}

/** With several addresses to one name, the first attempt speaks for all. */
function systemErrorIn(error: unknown): SystemError {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return systemErrorIn(error.errors[0])
  }
  return error instanceof Error ? error : {}
}

const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
