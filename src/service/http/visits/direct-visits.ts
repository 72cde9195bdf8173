import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { monotonicMs } from '../../../core/clock.ts'
import type { Language } from '../../../core/language.ts'
import { acceptedLanguage } from '../language.ts'
import type { Limits } from '../limits/limits.ts'
import type { Page, PageAnswer, PageRequest } from '../page.ts'
import { clientAddress } from './client-address.ts'
import { sendVisit } from './send-visit.ts'

interface VisitDependencies {
  limits: Pick<Limits, 'countVisit'>
  trustedProxies: number
  /** Counts an answer: the pattern of the route, its status, and how long it took. */
  count(route: string, status: number, ms: number): void
}

/** Answers a request if it is a plain visit. Returns false for every other request. */
type VisitListener = (
  request: IncomingMessage,
  response: ServerResponse,
  otherwise: RequestListener,
) => boolean

/** The length of `/o/`. */
const prefixLength = 3

/** As our mail has it. The framework takes what is written in another way. */
const plainToken = /^[\w-]+$/

/**
 * Answers opens and clicks without the framework, whose routing, hooks and objects take longer than the
 * rest of a visit. It still has the same routes, for all that is not a plain GET and for errors.
 */
export function answerVisits(
  pages: readonly Page[],
  { limits, trustedProxies, count }: VisitDependencies,
): VisitListener {
  const byPrefix = new Map(
    pages
      .filter(({ isVisit, method }) => isVisit && method === 'GET')
      .map((page) => [page.path.replace(/:token$/, ''), page]),
  )

  return (request, response, otherwise) => {
    if (request.method !== 'GET' || !hasPlainHead(request)) return false
    const { url = '' } = request
    const page = byPrefix.get(url.slice(0, prefixLength))
    const token = url.slice(prefixLength)
    if (!page || !plainToken.test(token)) return false
    const startedAt = monotonicMs()
    const send = (answer: PageAnswer) => {
      sendVisit(response, answer)
      count(page.path, answer.status, monotonicMs() - startedAt)
    }
    const ip = clientAddress(request, trustedProxies)
    try {
      const answer = page.handle(new Visit(request, token, ip, !limits.countVisit(ip)))
      if (!(answer instanceof Promise)) send(answer)
      else answer.then(send, () => otherwise(request, response))
    } catch {
      return false
    }
    return true
  }
}

/** The framework refuses a wrong host, and reads bodies. */
const hasPlainHead = ({ headers }: IncomingMessage): boolean =>
  headers.host !== undefined &&
  /^[\w.-]+(?::\d{1,5})?$/.test(headers.host) &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

const nothing = {}

/** What a page is asked. Getters of a class: most visits read neither the language nor the query. */
class Visit implements PageRequest {
  readonly isHead = false
  readonly query = nothing
  readonly form = nothing
  readonly params: Record<string, string>
  readonly headers: Record<string, string | undefined>
  readonly isOverLimit: boolean
  readonly #ip: string

  constructor({ headers }: IncomingMessage, token: string, ip: string, isOverLimit: boolean) {
    this.params = { token }
    this.headers = headers as Record<string, string | undefined> // only single-valued ones are read
    this.isOverLimit = isOverLimit
    this.#ip = ip
  }

  get language(): Language {
    return this.acceptedLanguage ?? 'en'
  }

  get acceptedLanguage(): Language | undefined {
    return acceptedLanguage(this.headers['accept-language'])
  }

  ip(): string {
    return this.#ip
  }
}
