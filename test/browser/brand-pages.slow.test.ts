import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../../src/core/language.ts'
import { unsubscribeToken } from '../../src/service/subscription/unsubscribe-token.ts'
import {
  browserMissing,
  openWindow,
  overflowOf,
  phone,
  startBrowser,
  violationsOn,
  type WindowOptions,
} from '../support/browser/browser.ts'
import { type PageFixtures, startPageFixtures } from '../support/browser/page-fixtures.ts'
import { newSubscriber, sendForm } from '../support/browser/pages.ts'

const logo = 'https://static.panaderia.example/logo.svg'

const logoImage = `<svg xmlns="http://www.w3.org/2000/svg" width="220" height="48" viewBox="0 0 220 48">
<rect width="48" height="48" rx="12" fill="#7a3e00"/><path d="M12 30c0-10 24-10 24 0v4H12z" fill="#ffd400"/>
<text x="60" y="33" font-family="Georgia, serif" font-size="26" fill="#3b2410">Pan de Lugo</text></svg>`

/** White text on this yellow cannot be read, and neither can the yellow on white. */
const brand = {
  name: 'Pan de Lugo',
  logo_url: logo,
  color: '#ffd400',
  site: 'https://panaderia.example/',
  address: 'Panadería de Lugo, S. L.\nRúa do Miño 4, 27001 Lugo',
  privacy_url: 'https://panaderia.example/privacidad',
}

const widths = [320, 375, 1280]

describe.skipIf(browserMissing !== undefined)(
  `pages of a brand in a browser${browserMissing ? `: ${browserMissing}` : ''}`,
  () => {
    let browser: Browser
    let fixtures: PageFixtures
    let pages: Record<string, string>
    beforeAll(async () => {
      ;[browser, fixtures] = await Promise.all([startBrowser(), startPageFixtures()])
      const { server } = fixtures
      await server.api('PUT', `/users/${server.accountId}/brand`, brand)
      const person = await newPerson()
      const away = await fixtures.subscriber()
      await server.request('POST', away.unsubscribePage, 'a=b', {
        'content-type': 'application/x-www-form-urlencoded',
      })
      pages = {
        preferences: person.preferences,
        'preferences with every notice': `${person.preferences}?saved&asked&limited&shut`,
        'the answer to a request for a link': `${person.preferences}?sent`,
        'the question before a download': await mailedLink(person, 'data'),
        'the question before a deletion': await mailedLink(person, 'erase'),
        'the page of one list': person.page,
        'the page of a list that the person left': away.page,
        'the question before leaving': person.unsubscribePage,
        'the end of one click': away.unsubscribePage,
        'the question of an opt-in': (await fixtures.invitation()).page,
        'the form of a list': person.form,
        'the thanks for a form': `${person.form}?done`,
        'the archive': await fixtures.archive(),
        'the page of the host': '/',
        'an unknown page': '/none',
      }
    })
    afterAll(async () => {
      await browser?.close()
      await fixtures?.close()
    })

    /** A person on two lists of an account of its own, which offers a third. */
    async function newPerson() {
      const { server } = fixtures
      const { id: account, api } = await server.other()
      await api('PUT', `/users/${account}/brand`, brand)
      const newList = async (more: object) => (await api('POST', '/lists', more)).body.id
      const news = await newList({ name: 'Novedades', description: 'Lo que sale del horno.' })
      const options = ['Trigo', 'Centeno', 'Sin gluten']
      await api('POST', `/lists/${news}/fields`, { name: 'Ciudad', type: 'text' })
      await api('POST', `/lists/${news}/fields`, { name: 'Panes', type: 'multi', options })
      const recipes = await newList({ name: 'Recetas', description: 'Una receta al mes.' })
      const courses = { name: 'Talleres', description: 'Fechas y plazas.', public: true }
      await newList(courses)
      const email = 'ana@correo.example'
      const customFields = { ciudad: 'Lugo', panes: ['Centeno'] }
      const person = await newSubscriber({ ...server, api }, news, { email, customFields })
      await api('POST', `/lists/${recipes}/contacts`, { email })
      const ids = { campaignId: null, contactId: person.id, listId: news }
      const { body: list } = await api('GET', `/lists/${news}`)
      return {
        ...person,
        email,
        form: `/f/${list.public_id}`,
        preferences: person.page.replace('/s/', '/preferences/'),
        unsubscribePage: `/u/${unsubscribeToken(ids, server.service.secrets.mac)}`,
      }
    }

    /** Asks for a link to the person's data or to its deletion, and returns the path of the mailed link. */
    async function mailedLink(
      { preferences, email }: { preferences: string; email: string },
      act: 'data' | 'erase',
    ): Promise<string> {
      await sendForm(fixtures.server, preferences, { act })
      return newestLink(email)
    }

    async function newestLink(email: string): Promise<string> {
      const { text } = await fixtures.server.service.db
        .selectFrom('messages')
        .select('text')
        .where('to_mail', '=', email)
        .where('kind', '=', 'personal_data')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return new URL(/https?:\S+/.exec(text)?.[0] ?? '').pathname
    }

    /** Opens a window in which the logo can be loaded. */
    async function open(options: WindowOptions): Promise<Page> {
      const page = await openWindow(browser, options)
      await page.route(logo, (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: logoImage }),
      )
      return page
    }

    const visit = (page: Page, path = '') => page.goto(fixtures.server.origin + path)

    test.each(languages.flatMap((language) => [false, true].map((dark) => ({ language, dark }))))(
      'every page fits at 320, 375 and 1280 pixels and passes axe: %o',
      async (look) => {
        const page = await open({ ...look, script: true })
        for (const [name, path] of Object.entries(pages)) {
          for (const width of widths) {
            await page.setViewportSize({ width, height: 800 })
            await visit(page, path)
            expect(await page.getAttribute('html', 'lang'), name).toBe(look.language)
            expect([name, width, await overflowOf(page)]).toEqual([name, width, 0])
            expect([name, width, await violationsOn(page)]).toEqual([name, width, []])
          }
        }
        await page.context().close()
      },
    )

    test('the logo is loaded, and nothing else from another host', async () => {
      const page = await open({ script: true })
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      await visit(page, pages.preferences)
      const width = await page.evaluate("document.querySelector('header img').naturalWidth")
      expect(width).toBe(220)
      expect(requests.filter((url) => !url.startsWith(fixtures.server.origin))).toEqual([logo])
      await page.context().close()
    })

    test('a print has the text, without buttons and shades', async () => {
      const page = await open({ script: true, dark: true })
      await visit(page, pages.preferences)
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      const shown = await page.evaluate(`({
        buttons: [...document.querySelectorAll('button')].filter((each) => each.offsetParent).length,
        background: getComputedStyle(document.body).backgroundColor,
        text: getComputedStyle(document.querySelector('footer')).color,
      })`)
      expect(shown).toEqual({
        buttons: 0,
        background: 'rgb(255, 255, 255)',
        text: 'rgb(51, 51, 51)',
      })
      await page.context().close()
    })

    test('a person changes lists and data, downloads and deletes them, without scripts', async () => {
      const { preferences, email } = await newPerson()
      const page = await open({ language: 'es' })
      await visit(page, preferences)
      await page.getByLabel('Novedades').uncheck()
      await page.getByLabel('Talleres').check()
      await page.getByLabel('Nombre').fill('Ana María')
      await page.getByRole('button', { name: 'Guardar' }).click()
      expect(await page.textContent('[role=status]')).toBe('Los cambios se han guardado.')
      expect(await page.getByLabel('Novedades').isChecked()).toBe(false)
      expect(await page.getByLabel('Talleres').isChecked()).toBe(true)
      expect(await page.inputValue('#nombre')).toBe('Ana María')

      await page.getByRole('button', { name: 'Descargar mis datos' }).click()
      expect(await page.textContent('[role=status]')).toContain('un enlace a a•••@correo.example')
      await visit(page, await newestLink(email))
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Sí, descargar mis datos' }).click(),
      ])
      expect(download.suggestedFilename()).toBe('data.json')

      await visit(page, preferences)
      await page.getByLabel('Novedades').check()
      await page.getByRole('button', { name: 'Guardar' }).click()
      expect(await page.textContent('main')).toContain(`Hemos enviado un correo a ${email}`)

      await page.getByRole('button', { name: 'Darme de baja de todo' }).click()
      expect(await page.locator('[name=list]:checked').count()).toBe(0)

      await page.getByRole('button', { name: 'Eliminar mis datos' }).click()
      await page.getByRole('link', { name: 'Volver' }).click()
      expect(await page.textContent('h1')).toBe('Tus correos')
      await visit(page, await newestLink(email))
      await page.getByRole('button', { name: 'Sí, eliminar mis datos' }).click()
      expect(await page.textContent('main')).toContain('Tus datos se han eliminado')
      await visit(page, preferences)
      expect(await page.textContent('h1')).toBe('Este enlace ya no es válido')
      await page.context().close()
    })

    test.runIf(process.env.REMITE_SCREENSHOTS)(
      'screenshots of the pages are made for the guide',
      async () => {
        const long = { ...phone, height: 1000 }
        for (const [file, name, seen] of [
          ['preferences', 'preferences', { viewport: long }],
          ['preferences-dark', 'preferences', { viewport: long, dark: true }],
          ['unsubscribe', 'the question before leaving', { viewport: phone }],
        ] as const) {
          const page = await open({ language: 'es', ...seen })
          await visit(page, pages[name])
          await page.screenshot({
            fullPage: name === 'preferences',
            path: `docs/screenshots/${file}.png`,
          })
          await page.context().close()
        }
      },
    )
  },
)
