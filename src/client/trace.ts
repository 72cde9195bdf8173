import { hideSecrets } from '../core/credentials/secret-text.ts'
import { stripControls } from '../core/safe-text.ts'
import type { Outcome, Outgoing } from './outcome.ts'
import { isData } from './tolerant-reader.ts'

/** Writes one line. `--debug` sends it to standard error. */
export type Trace = (line: string) => void

const shownHeaders = new Set([
  'accept',
  'accept-language',
  'allow',
  'api-features',
  'content-length',
  'content-type',
  'date',
  'etag',
  'idempotency-key',
  'idempotency-replayed',
  'if-match',
  'link',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'server',
  'user-agent',
  'x-next-cursor',
  'x-request-id',
  'x-total-count',
])

const secretFields = /pass|token|secret|captcha|authorization/i
/** The content of messages: long, and private to the customer. */
const mailFields = new Set(['html', 'text', 'mjml', 'editor_json', 'content'])

/** About one screen; more of a body is not useful. */
const maxBodyLength = 2000

const hidden = '[hidden]'

interface TraceSettings {
  write: Trace
  /** Never shown, wherever it occurs. */
  token: string | undefined
  /** Hides both bodies, which contain a password and a token. */
  isSecret: boolean
}

export function traceRequest(
  { write, token, isSecret }: TraceSettings,
  { method, url, headers, body }: Outgoing,
): void {
  const lines = [`> ${method} ${urlText(url)}`, ...headerLines('>', headers)]
  if (typeof body === 'string') lines.push(`> ${isSecret ? hidden : bodyText(body)}`)
  else if (body) lines.push('> [a stream of bytes]')
  for (const line of lines) write(safe(line, token))
}

export function traceOutcome(
  { write, token, isSecret }: TraceSettings,
  outcome: Outcome,
  ms: number,
): void {
  if (outcome.kind === 'lost') {
    const left = outcome.mayHaveArrived ? 'after' : 'before'
    write(`< ${outcome.reason} ${left} the request went out (${ms} ms)`)
    return
  }
  const { status, headers, text, stream } = outcome
  const lines = [`< ${status} (${ms} ms)`, ...headerLines('<', headers)]
  if (stream) lines.push('< [a stream of bytes]')
  else if (text !== '') lines.push(`< ${isSecret ? hidden : bodyText(text)}`)
  for (const line of lines) write(safe(line, token))
}

const safe = (line: string, token: string | undefined): string =>
  stripControls(hideSecrets(token ? line.replaceAll(token, hidden) : line, hidden))

const headerLines = (mark: string, headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers)
    .filter(([name]) => shownHeaders.has(name.toLowerCase()))
    .map(([name, value]) => `${mark} ${name}: ${value}`)

function urlText(text: string): string {
  const url = new URL(text)
  for (const name of url.searchParams.keys()) {
    if (secretFields.test(name)) url.searchParams.set(name, hidden)
  }
  return url.href
}

/** Shows only the length of a body that is not JSON. */
function bodyText(text: string): string {
  try {
    const shown = JSON.stringify(JSON.parse(text), (name, value) => hide(name, value))
    return shown.length > maxBodyLength ? `${shown.slice(0, maxBodyLength)}…` : shown
  } catch {
    return `[${text.length} characters that are not JSON]`
  }
}

function hide(name: string, value: unknown): unknown {
  if (secretFields.test(name) && !isData(value)) return hidden
  if (name === 'code' && /^\d+$/.test(String(value))) return hidden // the code that verifies an address
  if (mailFields.has(name) && typeof value === 'string') return `[${value.length} characters]`
  return value
}
