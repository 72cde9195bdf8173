import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../../src/core/language.ts'
import {
  browserMissing,
  openWindow,
  overflowOf,
  phone,
  startBrowser,
  violationsOn,
} from '../support/browser/browser.ts'
import { type PageFixtures, startPageFixtures } from '../support/browser/page-fixtures.ts'
import { startSite } from '../support/browser/site.ts'
import { remite } from '../support/remite.ts'

describe.skipIf(browserMissing !== undefined)(
  `pages in a browser${browserMissing ? `: ${browserMissing}` : ''}`,
  () => {
    let browser: Browser
    let fixtures: PageFixtures
    const pages: Record<string, string> = {}
    beforeAll(async () => {
      ;[browser, fixtures] = await Promise.all([startBrowser(), startPageFixtures()])
      const [member, gone, away] = [
        await fixtures.subscriber(),
        await fixtures.subscriber(),
        await fixtures.subscriber(),
      ]
      await fixtures.server.request('POST', away.unsubscribePage, 'a=b', form)
      Object.assign(pages, {
        'the centre': member.page,
        'the centre of who left': away.page,
        'the question before leaving': gone.unsubscribePage,
        'the end of one click': away.unsubscribePage,
        'the question of an opt-in': (await fixtures.invitation()).page,
        'a link that is broken': '/s/qqqqqqqq',
        'the form of a list': `/f/${member.list.publicId}`,
        'the thanks for a form': `/f/${member.list.publicId}?done`,
        'the archive': await fixtures.archive(),
        'the inbox of the sandbox': '/sandbox/mail',
        'a message of the sandbox': await fixtures.inbox(member.unsubscribePage),
      })
      for (const part of ['text', 'links', 'headers', 'source']) {
        pages[`the ${part} of a message`] = `${pages['a message of the sandbox']}?part=${part}`
      }
    })
    afterAll(async () => {
      await browser?.close()
      await fixtures?.close()
    })

    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const visit = async (page: Page, path = '') => page.goto(fixtures.server.origin + path)

    test.each(languages)(
      'every page is readable on a phone and passes axe, in %s',
      async (language) => {
        const page = await openWindow(browser, { language, script: true })
        for (const [name, path] of Object.entries(pages)) {
          await visit(page, path)
          expect(await page.getAttribute('html', 'lang'), name).toBe(language)
          expect([name, await overflowOf(page)]).toEqual([name, 0])
          expect([name, await violationsOn(page)]).toEqual([name, []])
        }
        await page.context().close()
      },
    )

    test('a message in the archive is readable too', async () => {
      const index = await fixtures.server.request('GET', pages['the archive'] ?? '')
      const [, address = ''] = /<li><a href="([^"]+)"/.exec(index.body) ?? []
      const message = await fixtures.server.request('GET', new URL(address).pathname)
      const page = await openWindow(browser, { script: true })
      // At its own URL the page's Content-Security-Policy would block axe too.
      await page.setContent(message.body)
      expect([await overflowOf(page), await violationsOn(page)]).toEqual([0, []])
      await page.context().close()
    })

    test('dark-mode colors have enough contrast', async () => {
      const page = await openWindow(browser, { dark: true, script: true })
      for (const name of ['the centre', 'the centre of who left', 'the inbox of the sandbox']) {
        await visit(page, pages[name])
        expect([name, await violationsOn(page)]).toEqual([name, []])
      }
      await page.context().close()
    })

    test('a subscriber edits their data and unsubscribes by keyboard, without scripts', async () => {
      const { page: path, email, list } = await fixtures.subscriber()
      const page = await openWindow(browser, { language: 'es' })
      await visit(page, path)
      await tabTo(page, '#nombre')
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('Ana María')
      await tabTo(page, '#field-talla')
      await page.keyboard.press('L')
      await tabTo(page, '[name="customFields[club]"]')
      await page.keyboard.press('Space')
      await tabTo(page, '#field-hijos', 'Shift+Tab')
      await page.keyboard.type('dos')
      await enter(page)
      expect(await page.textContent('#field-hijos-error')).toBe('No es un número válido.')
      expect(await page.inputValue('#nombre')).toBe('Ana María')
      // The first invalid field has the focus.
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('2')
      await enter(page)
      expect(await page.textContent('[role=status]')).toBe('Los cambios se han guardado.')
      const contact = () => fixtures.server.api('GET', `/lists/${list.id}/contacts/${email}`)
      const { body } = await contact()
      expect(body.nombre).toBe('Ana María')
      const shown = body.customFields.map(({ value }: { value: string }) => value)
      expect(shown).toEqual(['Lugo', '2', '1767268800', 'true', 'L', '', 'Cine, Mar', '', ''])

      await tabTo(page, '[name=reason]')
      await page.keyboard.press('Space')
      await tabTo(page, 'button.plain')
      await enter(page)
      expect(await page.textContent('[role=status]')).toContain(email)
      expect((await contact()).body.status).toBe('unsubscribed')
      await tabTo(page, 'button.plain')
      await enter(page)
      expect(await page.textContent('main')).toContain(`Hemos enviado un correo a ${email}`)
      await page.context().close()
    })

    test('an opt-in is confirmed, and a list unsubscribed from, with one key press', async () => {
      const { page: path, email, list } = await fixtures.invitation()
      const page = await openWindow(browser)
      await visit(page, path)
      await tabTo(page, 'button')
      await enter(page)
      expect(await page.textContent('main')).toContain(`${email} is subscribed to`)
      const status = async (listId: number, email: string) =>
        (await fixtures.server.api('GET', `/lists/${listId}/contacts/${email}`)).body.status
      expect(await status(list, email)).toBe('active')

      const member = await fixtures.subscriber()
      await visit(page, member.unsubscribePage)
      await tabTo(page, 'button')
      await enter(page)
      expect(await status(member.list.id, member.email)).toBe('unsubscribed')
      await tabTo(page, 'main a')
      await enter(page)
      expect(await page.title()).toBe('Unsubscribe')
      expect(new URL(page.url()).pathname).toBe(member.page)
      await page.context().close()
    })

    test('a form on another site subscribes people and returns there, without scripts', async () => {
      const { list } = await fixtures.subscriber()
      const site = await startSite()
      await fixtures.server.api('PUT', `/lists/${list.id}`, { form_origins: [site.origin] })
      const redirect = `${site.origin}/gracias`
      const result = await remite(fixtures.server)(
        'lists',
        'form',
        String(list.id),
        '--redirect',
        redirect,
      )
      site.setPage(
        '/',
        `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>${result.stdout}</main>`,
      )
      site.setPage(
        '/framed',
        `<!doctype html><iframe src="${fixtures.server.origin}/f/${list.publicId}"></iframe>`,
      )
      site.setPage('/gracias', '<!doctype html><title>Gracias</title>')

      const page = await openWindow(browser)
      await page.goto(site.origin)
      await tabTo(page, '#field-email')
      await page.keyboard.type('not an address')
      await page.keyboard.press('Enter')
      expect(page.url()).toBe(`${site.origin}/`) // The browser validates the form itself.
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('marta@example.org')
      await tabTo(page, '#field-hijos')
      await page.keyboard.type('tres')
      await enter(page)
      // Errors that only the service detects are shown on its own page, where the form can be corrected.
      expect(new URL(page.url()).origin).toBe(fixtures.server.origin)
      expect(await page.textContent('#field-hijos-error')).toBe('Not a valid number.')
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('3')
      await enter(page)
      expect(page.url()).toBe(redirect)
      const { body } = await fixtures.server.api(
        'GET',
        `/lists/${list.id}/contacts/marta@example.org`,
      )
      expect(body.status).toBe('active')

      await page.goto(`${site.origin}/framed`)
      expect(await page.frameLocator('iframe').locator('h1').textContent()).toContain(list.name)
      await fixtures.server.api('PUT', `/lists/${list.id}`, { form_origins: [] })
      await page.goto(`${site.origin}/framed`)
      expect(await page.frameLocator('iframe').locator('h1').count()).toBe(0)
      const machine = await openWindow(browser, { script: true })
      await machine.goto(site.origin)
      expect(await violationsOn(machine)).toEqual([])
      await machine.context().close()
      await page.context().close()
      await site.close()
    })

    test('the archive feed is well-formed', async () => {
      const page = await openWindow(browser, { script: true })
      await visit(page, pages['the archive'])
      const { body } = await fixtures.server.request('GET', `${pages['the archive']}/feed.xml`)
      const parsed = await page.evaluate(`(() => {
        const feed = new DOMParser().parseFromString(${JSON.stringify(body)}, 'application/xml')
        const error = feed.querySelector('parsererror')?.textContent ?? null
        const items = feed.querySelectorAll('channel > item').length
        return { error, root: feed.documentElement.localName, items }
      })()`)
      expect(parsed).toEqual({ error: null, root: 'rss', items: 3 })
      expect(await page.getAttribute('link[type="application/rss+xml"]', 'href')).toContain(
        'feed.xml',
      )
      await page.context().close()
    })

    test('a message in the sandbox runs no script, and its button unsubscribes by keyboard', async () => {
      const { unsubscribePage, email, list } = await fixtures.subscriber()
      const path = await fixtures.inbox(unsubscribePage)
      const page = await openWindow(browser, { script: true })
      const errors: string[] = []
      page.on('console', (message) => errors.push(message.text()))
      await visit(page, path)
      const framed = page.frameLocator('iframe')
      expect(await framed.locator('h1').textContent()).toBe('Otoño en la tienda')
      expect(await page.frames()[1]?.title()).toBe('')
      expect(errors.join()).toContain('Blocked script execution')
      await tabTo(page, 'form button')
      await enter(page)
      expect(await page.textContent('[role=status]')).toContain(email)
      const { body } = await fixtures.server.api('GET', `/lists/${list.id}/contacts/${email}`)
      expect(body.status).toBe('unsubscribed')
      await page.context().close()
    })

    test.runIf(process.env.REMITE_SCREENSHOTS)(
      'screenshots of the pages are made for the guide',
      async () => {
        const wide = { width: 900, height: 640 }
        const long = { ...phone, height: 1100 }
        for (const [file, name, seen] of [
          ['preference-center', 'the centre', { viewport: long }],
          ['preference-center-dark', 'the centre', { viewport: phone, dark: true }],
          ['form', 'the form of a list', { viewport: long }],
          ['unsubscribed', 'the centre of who left', { viewport: phone }],
          ['archive', 'the archive', { viewport: wide }],
          ['inbox', 'a message of the sandbox', { viewport: wide }],
        ] as const) {
          const page = await openWindow(browser, { language: 'es', ...seen })
          await visit(page, pages[name])
          await page.screenshot({ path: `docs/screenshots/${file}.png` })
          await page.context().close()
        }
      },
    )
  },
)

/** Presses Tab until the element has the focus, as a user without a mouse does. */
async function tabTo(
  page: Page,
  selector: string,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    if (await page.locator(`${selector}:focus`).count()) return
    await page.keyboard.press(key)
  }
  throw new Error(`the keyboard does not reach ${selector}`)
}

/** Presses Enter and waits for the next page. */
const enter = (page: Page) =>
  Promise.all([page.waitForEvent('domcontentloaded'), page.keyboard.press('Enter')])
