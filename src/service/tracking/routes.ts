import { messages } from '../../messages/all.ts'
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import type { Service } from '../service.ts'
import { clickPath, conversionPath, openPath } from './addresses.ts'
import type { VisitBuffer } from './buffer.ts'
import { recordConversion } from './conversion.ts'
import { isVisit } from './machines.ts'
import { pixel, pixelHeaders } from './pixel.ts'
import { createTargets } from './targets.ts'
import { readClickToken, readOpenToken } from './token.ts'
import type { Visit } from './visit.ts'

/** The pixel and the redirect: they answer first, and what they saw is written a moment later. */
export function trackingPages(
  { db, clock, log, secrets }: Service,
  visits: VisitBuffer,
): readonly Page[] {
  const targetOf = createTargets(db, secrets)

  function count({ isHead, headers }: PageRequest, seen: Pick<Visit, 'kind' | 'link'>, of: Opened) {
    if (!isVisit(isHead ? 'HEAD' : 'GET', headers)) return
    const { campaign, recipient } = of
    visits.add({ ...seen, campaign, recipient, agent: headers['user-agent'], at: clock.now() })
  }

  return [
    {
      method: 'GET',
      path: openPath,
      async handle(request) {
        const open = readOpenToken(request.params.token ?? '', secrets.mac)
        if (open) count(request, { kind: 'open' }, open)
        // Whatever the token: a picture that does not come is shown as a broken one.
        return { status: 200, headers: pixelHeaders, body: pixel }
      },
    },
    {
      method: 'GET',
      path: clickPath,
      async handle(request) {
        const click = readClickToken(request.params.token ?? '', secrets.mac)
        const target = click && (await targetOf(click))
        if (!click || target === undefined) return notFound(request)
        count(request, { kind: 'click', link: click.link }, click)
        return { status: 302, headers: { location: target, 'cache-control': 'no-store' } }
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

type Opened = Pick<Visit, 'campaign' | 'recipient'>

const notFound = ({ language }: PageRequest): PageAnswer => ({
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: messages[language].failures.not_found.title,
})
