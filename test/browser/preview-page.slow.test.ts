import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  browserMissing,
  openWindow,
  overflowOf,
  startBrowser,
  violationsOn,
} from '../support/browser/browser.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

const html = `<!doctype html><html lang="en"><head><title>x</title><style>
p{color:#1f2328}
@media (prefers-color-scheme:dark){p{color:#f0f2f5!important}}
@media (max-width:400px){p{font-size:30px}}
</style></head><body><p>Hello</p><script>document.title = 'run'</script>
<!--[if mso]><v:roundrect style="height:40px;width:120px" arcsize="25%" fillcolor="#0b57d0"><center>Shape</center></v:roundrect><![endif]--></body></html>`

describe.skipIf(browserMissing)('the page of a preview', () => {
  let server: TestService
  let browser: Browser
  beforeAll(async () => {
    server = await startService()
    await addSender(server)
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
  })

  test('shows light, dark, phone and a mail program, without scripts, for everyone', async () => {
    const list = await addList(server, [{ email: 'eva@example.org', nombre: 'Eva' }])
    const { body } = await server.api('POST', '/campaigns', campaignOf(list, { html }))
    const args = [
      'campaigns',
      'preview',
      String(body.id),
      '--client',
      'outlook',
      '--open',
      '--json',
    ]
    const { url } = (await remite(server)(...args)).json()
    const page = await openWindow(browser, {
      script: true,
      viewport: { width: 1400, height: 900 },
    })
    await page.goto(url)
    const looks = new Map<string, string[]>()
    for (const frame of page.frames().slice(1)) {
      const title = await (await frame.frameElement()).getAttribute('title')
      const look = (await frame.evaluate(`(() => {
        const { color, fontSize } = getComputedStyle(document.querySelector('p'))
        return [color, fontSize, document.title]
      })()`)) as string[]
      looks.set(title ?? '', look)
    }
    expect(Object.fromEntries(looks)).toEqual({
      'Outlook for Windows': ['rgb(31, 35, 40)', '16px', 'x'],
      Light: ['rgb(31, 35, 40)', '16px', 'x'],
      Dark: ['rgb(240, 242, 245)', '16px', 'x'],
      Phone: ['rgb(31, 35, 40)', '30px', 'x'],
    })
    const shape = page.frameLocator('iframe[title="Outlook for Windows"]').locator('v\\:roundrect')
    // The page shows the frames on a smaller scale, so that all fit beside each other.
    const size = await shape.evaluate((one: { clientWidth: number; clientHeight: number }) => [
      one.clientWidth,
      one.clientHeight,
    ])
    expect(size).toEqual([120, 40])
    const phone = await page.locator('iframe[title=Phone]').boundingBox()
    const light = await page.locator('iframe[title=Light]').boundingBox()
    expect((phone?.x ?? 0) + (phone?.width ?? 0) - (light?.x ?? 0)).toBeLessThan(1240)
    expect(await violationsOn(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 740 })
    expect(await overflowOf(page)).toBe(0)
  })
})
