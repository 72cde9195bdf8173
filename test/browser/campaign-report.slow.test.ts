import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../../src/core/language.ts'
import {
  browserMissing,
  openWindow,
  overflowOf,
  startBrowser,
  violationsOn,
} from '../support/browser/browser.ts'
import { remite } from '../support/remite.ts'
import { type ReportedCampaign, startReportedCampaign } from '../support/reported-campaign.ts'

const looks = languages.flatMap((language) => [false, true].map((dark) => ({ language, dark })))

describe.skipIf(browserMissing !== undefined)(
  `the report in a browser${browserMissing ? `: ${browserMissing}` : ''}`,
  () => {
    let browser: Browser
    let reported: ReportedCampaign
    beforeAll(async () => {
      ;[browser, reported] = await Promise.all([startBrowser(), startReportedCampaign(16)])
    })
    afterAll(async () => {
      await browser?.close()
      await reported?.close()
    })

    /** Saves the report and returns its address. */
    async function saved(language: string): Promise<string> {
      const run = remite(reported.server)
      const file = `${run.folder}/report.html`
      const args = ['report', String(reported.id), '--file', file, '--lang', language]
      expect((await run('campaigns', ...args)).code).toBe(0)
      return `file://${file}`
    }

    test.each(looks)(
      'it fits at 375 and 1280 pixels, passes axe and loads nothing: %o',
      async ({ language, dark }) => {
        const address = await saved(language)
        const page = await openWindow(browser, { language, dark, script: true })
        const requests: string[] = []
        page.on('request', (request) => requests.push(request.url()))
        for (const width of [375, 1280]) {
          await page.setViewportSize({ width, height: 900 })
          await page.goto(address)
          expect(await page.getAttribute('html', 'lang')).toBe(language)
          expect([width, await overflowOf(page)]).toEqual([width, 0])
          expect([width, await violationsOn(page)]).toEqual([width, []])
          const badges = page.locator('.message .remite-clicks') // inside the shadow tree
          expect(await badges.count()).toBe(4)
          expect(await badges.first().isVisible()).toBe(true)
        }
        expect([...new Set(requests)]).toEqual([address])
        await page.context().close()
      },
      60_000,
    )

    test('it prints on a few A4 pages, with the message', async () => {
      const page = await openWindow(browser)
      await page.goto(await saved('en'))
      const pdf = await page.pdf({
        preferCSSPageSize: true,
      })
      const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
      expect(pages.length).toBeGreaterThan(1)
      expect(pages.length).toBeLessThan(7)
      await page.context().close()
    }, 60_000)

    test.runIf(process.env.REMITE_SCREENSHOTS)(
      'screenshots of the report are made for the guide',
      async () => {
        const viewport = { width: 1000, height: 1400 }
        const page = await openWindow(browser, { viewport })
        await page.goto(await saved('en'))
        await page.screenshot({ path: 'docs/screenshots/report.png' })
        await page.context().close()
      },
      60_000,
    )
  },
)
