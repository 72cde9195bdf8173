import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../src/contract/index.ts'
import { apiPrefix } from '../../src/service/app.ts'
import { browserMissing, openWindow, startBrowser } from '../support/browser/browser.ts'
import { newListWithFields, newSubscriber } from '../support/browser/pages.ts'
import { startSite } from '../support/browser/site.ts'
import { startService, type TestService } from '../support/service.ts'

describe.skipIf(browserMissing !== undefined)(
  `scripts of other sites in a browser${browserMissing ? `: ${browserMissing}` : ''}`,
  () => {
    let browser: Browser
    let server: TestService
    let shop: Awaited<ReturnType<typeof startSite>>
    let other: typeof shop
    let list: Awaited<ReturnType<typeof newListWithFields>>
    beforeAll(async () => {
      ;[browser, server, shop, other] = await Promise.all([
        startBrowser(),
        startService(),
        startSite(),
        startSite(),
      ])
      for (const site of [shop, other]) site.setPage('/', '<!doctype html><title>Site</title>')
      list = await newListWithFields(server, { form_origins: [shop.origin] })
    })
    afterAll(async () => {
      await browser?.close()
      await shop?.close()
      await other?.close()
      await server?.close()
    })

    /** Calls the API as a script of the page does. Undefined: the browser lets it read nothing. */
    const callFrom = (page: Page, method: string, path: string, body?: unknown) =>
      page.evaluate(
        async ([url, init]) => {
          try {
            const answer = await fetch(url, init)
            return { status: answer.status, body: await answer.json() }
          } catch {
            return undefined
          }
        },
        [
          server.url + path,
          {
            method,
            ...(body !== undefined && {
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(body),
            }),
          },
        ] as const,
      )

    async function openSite(site: typeof shop): Promise<Page> {
      const page = await openWindow(browser, { script: true })
      await page.goto(site.origin)
      return page
    }

    const statusOf = async (email: string) =>
      (await server.api('GET', `/lists/${list.id}/contacts/${email}`)).body.status

    test('a site that the list names reads and changes a subscription, and submits forms', async () => {
      const person = await newSubscriber(server, list.id)
      const path = `/subscription/${person.page.slice('/s/'.length)}`
      const page = await openSite(shop)
      const changed = { nombre: 'Ana María', customFields: { hijos: 2 } }
      expect(await callFrom(page, 'PUT', path, changed)).toMatchObject({ status: 200 })
      expect(await callFrom(page, 'GET', path)).toMatchObject({
        status: 200,
        body: { email: person.email, nombre: 'Ana María' },
      })
      expect(await callFrom(page, 'DELETE', path)).toEqual({ status: 200, body: { success: true } })
      expect(await callFrom(page, 'GET', path)).toMatchObject({
        status: 410,
        body: { code: 'unsubscribed' },
      })
      const form = { list_id: list.publicId, email: 'luz@example.org' }
      expect(
        await callFrom(page, 'POST', '/public/subscribe', {
          ...form,
          customFields: { ciudad: 'Vigo' },
        }),
      ).toEqual({ status: 200, body: { success: true } })
      expect(await statusOf('luz@example.org')).toBe('active')
      expect(await callFrom(page, 'POST', '/public/unsubscribe', form)).toEqual({
        status: 200,
        body: { success: true },
      })
      expect(
        await callFrom(page, 'POST', '/public/subscribe', { ...form, email: 'luz' }),
      ).toMatchObject({ status: 422, body: { errors: [{ field: 'email' }] } })
      await page.context().close()
    })

    test('another site reads nothing, and changes nothing that needs a preflight', async () => {
      const person = await newSubscriber(server, list.id, { email: 'eva@example.org' })
      const path = `/subscription/${person.page.slice('/s/'.length)}`
      const page = await openSite(other)
      for (const [method, to, body] of [
        ['GET', path],
        ['PUT', path, { nombre: 'Mallory' }],
        ['DELETE', path],
        ['POST', '/public/subscribe', { list_id: list.publicId, email: 'mal@example.org' }],
        ['POST', '/public/unsubscribe', { list_id: list.publicId, email: 'eva@example.org' }],
      ] as const) {
        expect([method, to, await callFrom(page, method, to, body)]).toEqual([
          method,
          to,
          undefined,
        ])
      }
      const { body } = await server.api('GET', `/lists/${list.id}/contacts/eva@example.org`)
      expect([body.status, body.nombre]).toEqual(['active', 'Ana'])
      // The status of the problem `not_found`.
      expect(await statusOf('mal@example.org')).toBe(404)
      await page.context().close()
    })

    test('no other route can be read by a site, named or not', async () => {
      const page = await openSite(shop)
      const others = endpoints.filter(({ endpoint }) => !endpoint.forVisitors)
      expect(others.length).toBe(endpoints.length - 5)
      for (const { id, endpoint } of others) {
        const path = endpoint.path.replace(/:\w+/g, '1')
        expect([id, await callFrom(page, endpoint.method, path)]).toEqual([id, undefined])
      }
      for (const path of ['/health', `/f/${list.publicId}`, '/archive/1/feed.xml']) {
        const url = server.origin.replace(apiPrefix, '') + path
        const text = await page.evaluate(
          (address) => fetch(address).then(String, () => 'blocked'),
          url,
        )
        expect([path, text]).toEqual([path, 'blocked'])
      }
      await page.context().close()
    })
  },
)
