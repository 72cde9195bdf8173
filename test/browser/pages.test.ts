import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../../src/core/language.ts'
import {
  openWindow,
  overflowOf,
  phone,
  startBrowser,
  violationsOn,
  whyNoBrowser,
} from '../support/browser.ts'
import { type PageWorld, startPageWorld } from '../support/page-world.ts'
import { remite } from '../support/remite.ts'
import { startSite } from '../support/site.ts'

describe.skipIf(whyNoBrowser !== undefined)(
  `pages in a browser${whyNoBrowser ? `: ${whyNoBrowser}` : ''}`,
  () => {
    let browser: Browser
    let world: PageWorld
    const places: Record<string, string> = {}
    beforeAll(async () => {
      ;[browser, world] = await Promise.all([startBrowser(), startPageWorld()])
      const [member, gone, away] = [
        await world.subscriber(),
        await world.subscriber(),
        await world.subscriber(),
      ]
      await world.server.request('POST', away.leave, 'a=b', form)
      Object.assign(places, {
        'the centre': member.page,
        'the centre of who left': away.page,
        'the question before leaving': gone.leave,
        'the end of one click': away.leave,
        'the question of an opt-in': (await world.invitation()).page,
        'a link that is broken': '/s/qqqqqqqq',
        'the form of a list': `/f/${member.list.publicId}`,
        'the thanks for a form': `/f/${member.list.publicId}?done`,
        'the archive': await world.archive(),
        'the inbox of the sandbox': '/sandbox/mail',
        'a message of the sandbox': await world.inbox(member.leave),
      })
      for (const part of ['text', 'links', 'headers', 'source']) {
        places[`the ${part} of a message`] = `${places['a message of the sandbox']}?part=${part}`
      }
    })
    afterAll(async () => {
      await browser?.close()
      await world?.close()
    })

    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const visit = async (page: Page, path = '') => page.goto(world.server.origin + path)

    test.each(languages)(
      'every page reads well on a phone, for people and for their machines, in %s',
      async (language) => {
        const page = await openWindow(browser, { language, script: true })
        for (const [name, path] of Object.entries(places)) {
          await visit(page, path)
          expect(await page.getAttribute('html', 'lang'), name).toBe(language)
          expect([name, await overflowOf(page)]).toEqual([name, 0])
          expect([name, await violationsOn(page)]).toEqual([name, []])
        }
        await page.context().close()
      },
    )

    test('a letter of the archive reads well too', async () => {
      const index = await world.server.request('GET', places['the archive'] ?? '')
      const [, address = ''] = /<li><a href="([^"]+)"/.exec(index.body) ?? []
      const letter = await world.server.request('GET', new URL(address).pathname)
      const page = await openWindow(browser, { script: true })
      // Under its own address its policy keeps every script out, the engine's too.
      await page.setContent(letter.body)
      expect([await overflowOf(page), await violationsOn(page)]).toEqual([0, []])
      await page.context().close()
    })

    test('the colours of the dark are as readable', async () => {
      const page = await openWindow(browser, { dark: true, script: true })
      for (const name of ['the centre', 'the centre of who left', 'the inbox of the sandbox']) {
        await visit(page, places[name])
        expect([name, await violationsOn(page)]).toEqual([name, []])
      }
      await page.context().close()
    })

    test('a subscriber changes what is known of them, and leaves, by the keyboard and without a script', async () => {
      const { page: path, email, list } = await world.subscriber()
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
      expect(await page.textContent('#field-hijos-error')).toBe('No es un número.')
      expect(await page.inputValue('#nombre')).toBe('Ana María')
      // The first thing that is wrong has the focus.
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('2')
      await enter(page)
      expect(await page.textContent('[role=status]')).toBe('Tus cambios están guardados.')
      const contact = () => world.server.api('GET', `/lists/${list.id}/contacts/${email}`)
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
      expect(await page.textContent('main')).toContain(`Hay un mensaje en camino a ${email}`)
      await page.context().close()
    })

    test('an invitation is accepted, and a list left, by one key', async () => {
      const { page: path, email, list } = await world.invitation()
      const page = await openWindow(browser)
      await visit(page, path)
      await tabTo(page, 'button')
      await enter(page)
      expect(await page.textContent('main')).toContain(`${email} is on the list`)
      const status = async (on: number, who: string) =>
        (await world.server.api('GET', `/lists/${on}/contacts/${who}`)).body.status
      expect(await status(list, email)).toBe('active')

      const member = await world.subscriber()
      await visit(page, member.leave)
      await tabTo(page, 'button')
      await enter(page)
      expect(await status(member.list.id, member.email)).toBe('unsubscribed')
      await tabTo(page, 'main a')
      await enter(page)
      expect(await page.title()).toBe('Unsubscribe')
      expect(new URL(page.url()).pathname).toBe(member.page)
      await page.context().close()
    })

    test('a form on another site brings people in and leads back there, without a script', async () => {
      const { list } = await world.subscriber()
      const site = await startSite()
      await world.server.api('PUT', `/lists/${list.id}`, { form_origins: [site.origin] })
      const redirect = `${site.origin}/gracias`
      const ran = await remite(world.server)(
        'lists',
        'form',
        String(list.id),
        '--redirect',
        redirect,
      )
      site.show(
        '/',
        `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>${ran.stdout}</main>`,
      )
      site.show(
        '/framed',
        `<!doctype html><iframe src="${world.server.origin}/f/${list.publicId}"></iframe>`,
      )
      site.show('/gracias', '<!doctype html><title>Gracias</title>')

      const page = await openWindow(browser)
      await page.goto(site.origin)
      await tabTo(page, '#field-email')
      await page.keyboard.type('not an address')
      await page.keyboard.press('Enter')
      expect(page.url()).toBe(`${site.origin}/`) // the browser itself knows better
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('marta@example.org')
      await tabTo(page, '#field-hijos')
      await page.keyboard.type('tres')
      await enter(page)
      // What only the service can say is said on its page, and the form goes on from there.
      expect(new URL(page.url()).origin).toBe(world.server.origin)
      expect(await page.textContent('#field-hijos-error')).toBe('This is not a number.')
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('3')
      await enter(page)
      expect(page.url()).toBe(redirect)
      const { body } = await world.server.api('GET', `/lists/${list.id}/contacts/marta@example.org`)
      expect(body.status).toBe('active')

      await page.goto(`${site.origin}/framed`)
      expect(await page.frameLocator('iframe').locator('h1').textContent()).toContain(list.name)
      await world.server.api('PUT', `/lists/${list.id}`, { form_origins: [] })
      await page.goto(`${site.origin}/framed`)
      expect(await page.frameLocator('iframe').locator('h1').count()).toBe(0)
      const machine = await openWindow(browser, { script: true })
      await machine.goto(site.origin)
      expect(await violationsOn(machine)).toEqual([])
      await machine.context().close()
      await page.context().close()
      await site.close()
    })

    test('the feed of the archive is well-formed', async () => {
      const page = await openWindow(browser, { script: true })
      await visit(page, places['the archive'])
      const { body } = await world.server.request('GET', `${places['the archive']}/feed.xml`)
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

    test('a message of the sandbox runs no script, and its button unsubscribes by the keyboard', async () => {
      const { leave, email, list } = await world.subscriber()
      const path = await world.inbox(leave)
      const page = await openWindow(browser, { script: true })
      const noise: string[] = []
      page.on('console', (message) => noise.push(message.text()))
      await visit(page, path)
      const framed = page.frameLocator('iframe')
      expect(await framed.locator('h1').textContent()).toBe('Otoño en la tienda')
      expect(await page.frames()[1]?.title()).toBe('')
      expect(noise.join()).toContain('Blocked script execution')
      await tabTo(page, 'form button')
      await enter(page)
      expect(await page.textContent('[role=status]')).toContain(email)
      const { body } = await world.server.api('GET', `/lists/${list.id}/contacts/${email}`)
      expect(body.status).toBe('unsubscribed')
      await page.context().close()
    })

    test.runIf(process.env.REMITE_SCREENSHOTS)('the pages are drawn for the guide', async () => {
      const wide = { width: 900, height: 640 }
      const long = { ...phone, height: 1100 }
      for (const [file, name, seen] of [
        ['centre', 'the centre', { viewport: long }],
        ['centre-dark', 'the centre', { viewport: phone, dark: true }],
        ['form', 'the form of a list', { viewport: long }],
        ['left', 'the centre of who left', { viewport: phone }],
        ['archive', 'the archive', { viewport: wide }],
        ['inbox', 'a message of the sandbox', { viewport: wide }],
      ] as const) {
        const page = await openWindow(browser, { language: 'es', ...seen })
        await visit(page, places[name])
        await page.screenshot({ path: `docs/screenshots/${file}.png` })
        await page.context().close()
      }
    })
  },
)

/** Goes on with the Tab key until this has the focus, as somebody without a mouse does. */
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

/** Presses what has the focus, and waits for the page that it leads to. */
const enter = (page: Page) =>
  Promise.all([page.waitForEvent('domcontentloaded'), page.keyboard.press('Enter')])
