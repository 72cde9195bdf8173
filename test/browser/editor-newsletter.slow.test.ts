import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  browserMissing,
  firefoxMissing,
  openWindow,
  startBrowser,
  startFirefox,
} from '../support/browser/browser.ts'
import { saveIn, startEditorSuite } from '../support/browser/editor-page.ts'
import { savePicture, updatesPictures } from '../support/browser/pictures.ts'
import {
  meantNewsletter,
  newsletterBrand,
  writeNewsletter,
} from '../support/browser/written-newsletter.ts'

type Suite = Awaited<ReturnType<typeof startEditorSuite>>

/** Tags with their attributes in order of name, and texts. */
const structureOf = (html: string): string[] =>
  html
    .slice(html.indexOf('<body'))
    .replaceAll('&nbsp;', '\u00a0')
    .split(/(<[^>]*>)/)
    .map((part) => part.replace(/^[ \n]+|[ \n]+$/g, ''))
    .filter((part) => part !== '')
    .map((part) => {
      const [, name = '', given = ''] = /^<([a-z0-9:]+)([^>]*)>$/i.exec(part) ?? []
      if (name === '') return part
      const attributes = [...given.matchAll(/([a-z:-]+)="([^"]*)"/g)].map(
        ([, key = '', value = '']) => `${key}=${value.replace(/;$/, '')}`,
      )
      return `<${[name, ...attributes.toSorted()].join(' ')}>`
    })

describe.each([
  { name: 'Chromium', missing: browserMissing, start: startBrowser },
  { name: 'Firefox', missing: firefoxMissing, start: startFirefox },
])('a newsletter written in $name', ({ name, missing, start }) => {
  let suite: Suite
  beforeAll(async () => {
    if (missing) return
    suite = await startEditorSuite(start)
    await suite.server.api('PUT', `/users/${suite.server.accountId}/brand`, newsletterBrand)
  })
  afterAll(() => suite?.close())
  afterEach(() => suite?.stopEditors())

  const timeout = 180_000
  test.skipIf(missing)(
    'is the message that was meant, and looks like it',
    { timeout },
    async () => {
      const title = 'News'
      const id = await suite.draftOf({ asunto: title, camp_name: 'March' })
      const { page, complaints } = await suite.openEditor(id)
      let step = 0
      await writeNewsletter(page, {
        drags: name === 'Chromium',
        async onStep(moment) {
          step += 1
          if (moment === 'done') await saveIn(page)
          if (moment === 'done' && updatesPictures) await page.getByText(/^Errors: 0/).waitFor()
          if (updatesPictures && name === 'Chromium')
            await savePicture(page, `editor-${step}`, 1000)
        },
      })
      await saveIn(page)
      const meant = meantNewsletter(title)
      const saved = await suite.savedHtml(id)
      expect(structureOf(saved)).toEqual(structureOf(meant))
      expect(saved.slice(0, saved.indexOf('<body'))).toBe(meant.slice(0, meant.indexOf('<body')))
      expect(complaints).toEqual([])
      const [arrived, expected] = await Promise.all([pictureOf(saved), pictureOf(meant)])
      expect(arrived.equals(expected)).toBe(true)
    },
  )

  /** A picture of the message for a contact, in a window of its own. */
  async function pictureOf(html: string): Promise<Buffer> {
    const window = await openWindow(suite.browser, { viewport: { width: 700, height: 800 } })
    await window.setContent(html.replace(/\{\{ nombre [^}]*\}\}/, 'Eva'))
    const picture = await window.screenshot({ fullPage: true })
    await window.context().close()
    return picture
  }
})
