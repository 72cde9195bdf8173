import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../../src/core/language.ts'
import { authorizationUrl, exchangeCode, registerTestClient } from '../support/access/oauth.ts'
import {
  browserMissing,
  openWindow,
  overflowOf,
  startBrowser,
  violationsOn,
} from '../support/browser/browser.ts'
import { startService, type TestService } from '../support/service.ts'

/** The smallest phone, and a name in letters from right to left. */
const small = { width: 320, height: 640 }
const client_name = 'עוזר <b>'

describe.skipIf(browserMissing !== undefined)(
  `the consent page in a browser${browserMissing ? `: ${browserMissing}` : ''}`,
  () => {
    let browser: Browser
    let server: TestService
    /** What the browser brought to the program that waits for it. */
    const received: URLSearchParams[] = []
    const program = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://127.0.0.1')
      if (url.pathname === '/callback') received.push(url.searchParams)
      response.end('You can close this page.')
    })
    beforeAll(async () => {
      await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
      ;[browser, server] = await Promise.all([startBrowser(), startService()])
      const brand = { name: 'Panadería Sol', color: '#8a2be2', address: 'Calle Mayor 1' }
      await server.api('PUT', `/users/${server.accountId}/brand`, brand)
    })
    afterAll(async () => {
      program.close()
      await browser?.close()
      await server?.close()
    })

    test.each(languages)('it is readable on a phone and passes axe, in %s', async (language) => {
      const client = await registerTestClient(server, { client_name })
      const page = await openWindow(browser, { language, script: true, viewport: small })
      await page.goto(authorizationUrl(server, client))
      expect(await page.locator('bdi').textContent()).toBe(client_name)
      const look = async () => [await violationsOn(page), await overflowOf(page)]
      expect(await look()).toEqual([[], 0])
      await page.fill('[name=username]', 'ana')
      await page.fill('[name=pass]', 'wrong')
      await page.click('[value=allow]')
      await page.locator('[role=alert]').waitFor()
      expect(await look()).toEqual([[], 0])
      expect(await page.inputValue('[name=username]')).toBe('ana')
      await page.context().close()
    })

    test.each(['127.0.0.1', 'localhost'])(
      'the answer reaches the program at %s, under our policy and without scripts',
      async (host) => {
        const { port } = program.address() as AddressInfo
        const redirect_uris = [`http://${host}:${port}/callback`]
        const client = await registerTestClient(server, { redirect_uris })
        const page = await openWindow(browser)
        await page.goto(authorizationUrl(server, client))
        await page.fill('[name=username]', 'ana')
        await page.fill('[name=pass]', server.pass)
        await page.click('[value=allow]')
        await page.waitForURL(/\/callback/)
        const { status } = await exchangeCode(server, client, received.at(-1)?.get('code') ?? '')
        expect(status).toBe(200)
        await page.context().close()
      },
    )
  },
)
