import { Failure } from '../core/failure.ts'

/** The base URL without a slash at its end; its path is kept as it is. */
export function checkApiUrl(text: string, { insecureHttp }: { insecureHttp: boolean }): string {
  refuseSecretInUrl(text, { flag: '--api-url', variable: 'REMITE_TOKEN' })
  const url = URL.canParse(text) ? new URL(text) : undefined
  // A path is appended to the base, so a query or a fragment in it would swallow that path.
  if (!url || !/^https?:$/.test(url.protocol) || url.username || /[?#]/.test(text)) {
    throw new Failure('usage', { problems: [{ field: 'api-url', code: 'bad_url' }] })
  }
  if (url.protocol === 'http:' && !insecureHttp && !isLoopback(url.hostname)) {
    throw new Failure('plain_http', { values: { url: url.href } })
  }
  return url.href.replace(/(?<!\/)\/+$/, '')
}

/** A flag is seen by `ps` and kept by the shell's history; `variable` is where the secret should be. */
export function refuseSecretInUrl(
  text: string,
  { flag, variable }: { flag: string; variable: string },
): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // PostgreSQL takes the password as a parameter too.
  if (url?.password || url?.searchParams.has('password')) {
    throw new Failure('secret_in_flag', { values: { flag, variable } })
  }
}

export const originOf = (apiUrl: string): string => new URL(apiUrl).origin

/** `hostname` as the URL parser writes it: `127.1` has become `127.0.0.1` by then. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
