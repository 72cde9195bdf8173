import { mkdirSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { optInMessage } from '../../src/service/contacts/consent/opt-in-message.ts'
import {
  browserMissing,
  openWindow,
  overflowOf,
  startBrowser,
  violationsOn,
} from '../support/browser/browser.ts'

/** Set it to look at the mails. */
const screenshots = process.env.REMITE_SCREENSHOTS

let browser: Browser
beforeAll(async () => {
  if (!browserMissing) browser = await startBrowser()
})
afterAll(() => browser?.close())

const logo =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="120" height="48"%3E%3Crect width="120" height="48" rx="8" fill="%230b57d0"/%3E%3C/svg%3E'

const brands = {
  full: {
    name: 'Panadería Azul',
    logoUrl: logo,
    color: '#0b57d0',
    font: null,
    site: 'https://panaderia.example/',
    address: 'Calle Mayor 1\n28013 Madrid',
    privacyUrl: 'https://panaderia.example/privacidad',
  },
  pale: {
    name: 'Yellow',
    logoUrl: null,
    color: '#ffe600',
    font: null,
    site: null,
    address: null,
    privacyUrl: null,
  },
  none: {
    name: '',
    logoUrl: null,
    color: null,
    font: null,
    site: null,
    address: null,
    privacyUrl: null,
  },
}

const cases = (['full', 'pale', 'none'] as const).flatMap((brand) =>
  (['en', 'es'] as const).flatMap((language) =>
    [false, true].flatMap((dark) => [320, 1280].map((width) => ({ brand, language, dark, width }))),
  ),
)

test.skipIf(browserMissing).each(cases)(
  'the opt-in mail is readable: $brand brand, $language, dark $dark, $width pixels',
  async ({ brand, language, dark, width }) => {
    const { html } = optInMessage({
      language,
      listName: 'Novedades de la semana',
      confirmUrl: `https://mail.example/optin/${'x'.repeat(90)}`,
      brand: brands[brand],
      isFromAccount: true,
    })
    const page = await openWindow(browser, {
      language,
      dark,
      script: true,
      viewport: { width, height: 700 },
    })
    await page.setContent(html)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    // `region` is a rule for pages: mail has no landmarks.
    const found = await violationsOn(page)
    const ofPages = /^(?:region|landmark-one-main|page-has-heading-one):/
    expect(found.filter((each) => !ofPages.test(each))).toEqual([])
    if (screenshots) {
      mkdirSync(screenshots, { recursive: true })
      const name = [brand, language, dark ? 'dark' : 'light', width].join('-')
      await page.screenshot({ path: `${screenshots}/${name}.png` })
    }
    await page.context().close()
  },
)
