import { messages } from '../../messages/all.ts'
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import type { Service } from '../service.ts'
import { clickPath, conversionPath, openPath } from './addresses.ts'
import type { VisitBuffer } from './buffer.ts'
import { recordConversion } from './conversion.ts'
import { isVisit } from './machines.ts'
import { pixel, pixelHeaders } from './pixel.ts'
import { createTargets } from './targets.ts'
import { type Click, type Open, readClickToken, readOpenToken } from './token.ts'

/** The pixel and the redirect: they answer first, and what they saw is written a moment later. */
export function trackingPages(
  { db, clock, log, secrets }: Service,
  visits: VisitBuffer,
): readonly Page[] {
  const targetOf = createTargets(db, secrets)

  // Each property by its name: to spread an object costs as much here as to check the token.
  function count({ isHead, headers }: PageRequest, of: Open & Partial<Click>): void {
    if (!isVisit(isHead ? 'HEAD' : 'GET', headers)) return
    const { campaign, recipient, link } = of
    const kind = link === undefined ? 'open' : 'click'
    visits.add({ kind, campaign, recipient, link, agent: headers['user-agent'], at: clock.now() })
  }

  function lead(request: PageRequest, click: Click, target: string | undefined): PageAnswer {
    if (target === undefined) return notFound(request)
    count(request, click)
    return { status: 302, headers: { location: target, 'cache-control': 'no-store' } }
  }

  return [
    {
      method: 'GET',
      path: openPath,
      handle(request) {
        const open = readOpenToken(request.params.token ?? '', secrets.mac)
        if (open) count(request, open)
        // Whatever the token: a picture that does not come is shown as a broken one.
        return { status: 200, headers: pixelHeaders, body: pixel }
      },
    },
    {
      method: 'GET',
      path: clickPath,
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
      async handle(request) {
        const { isHead, headers } = request
        if (isVisit(isHead ? 'HEAD' : 'GET', headers)) {
          await recordConversion({ db, clock, secrets }, request).catch((error: unknown) => {
            // The page it stands on is somebody's shop, which must not look broken.
            log.error('conversion could not be written', error)
          })
        }
        return { status: 200, headers: pixelHeaders, body: pixel }
      },
    },
  ]
}

const notFound = ({ language }: PageRequest): PageAnswer => ({
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: messages[language].failures.not_found.title,
})
