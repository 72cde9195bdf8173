import { messages } from '../../messages/all.ts'
import { eventPixelPath } from '../custom-events/pixel-url.ts'
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import type { Service } from '../service.ts'
import { createLinkTargets } from './link-targets.ts'
import { isCountedRequest, isMachineAgent } from './machine-detection.ts'
import { pixel, pixelHeaders } from './pixel.ts'
import { createConversionRecorder } from './record-conversion.ts'
import { createPixelEventRecorder } from './record-pixel-event.ts'
import { rememberTexts } from './remember-texts.ts'
import { type Click, readClickToken } from './token.ts'
import { clickPath, conversionPath, openPath } from './tracking-urls.ts'
import type { VisitBuffer } from './visit-buffer.ts'

/** The tracking pixel and the redirect. They respond first; visits are written a moment later. */
export function trackingPages(service: Service, visits: VisitBuffer): readonly Page[] {
  const { db, clock, log, secrets } = service
  const targetOf = createLinkTargets(db, secrets)
  const recordConversion = createConversionRecorder(service)
  const recordPixelEvent = createPixelEventRecorder(service)
  // The search takes as long as checking a token.
  const isMachineVisit = rememberTexts(isMachineAgent, longestAgent)
  const redirectTo = rememberTexts(redirect, longestTarget)

  const isCounted = ({ isHead, isOverLimit, headers }: PageRequest): boolean =>
    !isOverLimit && isCountedRequest(isHead ? 'HEAD' : 'GET', headers)
  const isByMachine = ({ headers }: PageRequest) => isMachineVisit(headers['user-agent'] ?? '')

  function lead(request: PageRequest, click: Click, target: string | undefined): PageAnswer {
    if (target === undefined) return notFound(request)
    if (isCounted(request)) {
      const { campaign, recipient, link } = click
      const isMachineAgent = isByMachine(request)
      visits.add({ kind: 'click', campaign, recipient, link, isMachineAgent, at: clock.now() })
    }
    return redirectTo(target)
  }

  /** The pixel is on a customer's page, which must not show a broken image. */
  const recordedBy =
    (record: (request: PageRequest) => Promise<void>, fault: string) =>
    async (request: PageRequest): Promise<PageAnswer> => {
      if (isCounted(request)) {
        await record(request).catch((error: unknown) => log.error(fault, error))
      }
      return pixelAnswer
    }

  return [
    {
      method: 'GET',
      path: openPath,
      isVisit: true,
      handle(request) {
        if (isCounted(request)) {
          const { token = '' } = request.params
          visits.addOpen({ token, isMachineAgent: isByMachine(request), at: clock.now() })
        }
        // Even for an invalid token, since a missing image shows as broken.
        return pixelAnswer
      },
    },
    {
      method: 'GET',
      path: clickPath,
      isVisit: true,
      handle(request) {
        const click = readClickToken(request.params.token ?? '', secrets.mac)
        if (!click) return notFound(request)
        const target = targetOf(click)
        if (target instanceof Promise) return target.then((found) => lead(request, click, found))
        return lead(request, click, target)
      },
    },
    {
      method: 'GET',
      path: conversionPath,
      isVisit: true,
      handle: recordedBy(recordConversion, 'conversion could not be written'),
    },
    {
      method: 'GET',
      path: eventPixelPath,
      isVisit: true,
      handle: recordedBy(recordPixelEvent, 'event of a pixel could not be written'),
    },
  ]
}

const longestAgent = 300
const longestTarget = 500

/** Its headers are prepared once for each object. */
const redirect = (location: string): PageAnswer => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store' },
})

/** One object, likewise. */
const pixelAnswer: PageAnswer = { status: 200, headers: pixelHeaders, body: pixel }

const notFound = ({ language }: PageRequest): PageAnswer => ({
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: messages[language].failures.not_found.title,
})
