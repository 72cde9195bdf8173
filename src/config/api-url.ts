import { Failure } from '../core/failure.ts'
import { parseUrl } from '../core/urls/parse-url.ts'

interface ApiUrlOptions {
  insecureHttp: boolean
  /** What an error calls it: the flag, the variable or the setting that it comes from. */
  name?: string
}

/** Returns the base URL without a trailing slash. Its path is kept. */
export function checkApiUrl(
  text: string,
  { insecureHttp, name = '--api-url' }: ApiUrlOptions,
): string {
  refuseSecretInUrl(text, { flag: '--api-url', variable: 'REMITE_TOKEN' })
  const url = parseUrl(text)
  // A path is appended to the base, so a query or a fragment in it would swallow that path.
  if (!url || !/^https?:$/.test(url.protocol) || url.username || /[?#]/.test(text)) {
    throw new Failure('usage', { problems: [{ field: name, code: 'bad_url' }] })
  }
  if (url.protocol === 'http:' && !insecureHttp && !isLoopback(url.hostname)) {
    throw new Failure('plain_http', { values: { url: url.href } })
  }
  return url.href.replace(/(?<!\/)\/+$/, '')
}

/**
 * Refuses a secret in a flag, because `ps` shows flags and the shell stores them in its history.
 * `variable` is the environment variable to use instead.
 */
export function refuseSecretInUrl(
  text: string,
  { flag, variable }: { flag: string; variable: string },
): void {
  const url = parseUrl(text)
  // PostgreSQL also accepts the password as a parameter.
  if (url?.password || url?.searchParams.has('password')) {
    throw new Failure('secret_in_flag', { values: { flag, variable } })
  }
}

export const originOf = (apiUrl: string): string => new URL(apiUrl).origin

/** Expects a hostname that the URL parser has normalized: it turns `127.1` into `127.0.0.1`. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
