import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, openWindow, violationsOn } from '../support/browser/browser.ts'
import { canvasOf, saveIn, startEditorSuite } from '../support/browser/editor-page.ts'
import { waitFor } from '../support/wait.ts'

type Suite = Awaited<ReturnType<typeof startEditorSuite>>

describe.skipIf(browserMissing)('blocks of the visual editor', () => {
  let suite: Suite
  beforeAll(async () => {
    suite = await startEditorSuite()
  })
  afterAll(() => suite.close())
  afterEach(() => suite.stopEditors())

  const words = ['Primero', 'Segundo', 'Tercero', 'Cuarto', 'Quinto', 'Sexto']

  /** Presses a block and writes over its sample text. */
  async function write(page: Page, block: string, sample: string, text: string): Promise<void> {
    await page.getByRole('button', { name: block, exact: true }).click()
    await canvasOf(page).getByText(sample, { exact: true }).dblclick()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
  }

  /** Returns the left edge and the width of each text, as a phone shows it. */
  async function placesOn(html: string, width: number) {
    const page = await openWindow(suite.browser, { viewport: { width, height: 800 } })
    await page.setContent(html)
    const places = []
    for (const word of words) {
      const box = await page.getByText(word, { exact: true }).boundingBox()
      places.push([Math.round(box?.x ?? 0), Math.round(box?.width ?? 0)])
    }
    await page.context().close()
    return places
  }

  test('blocks that are pressed and written one after another are rows of equal width', async () => {
    const id = await suite.draftOf()
    const { page, complaints } = await suite.openEditor(id)
    for (const [index, word] of words.entries()) {
      const [block, sample] =
        index % 2 === 0 ? ['Heading', 'Heading'] : ['Text', 'Write your text here.']
      await write(page, block, sample, word)
    }
    await saveIn(page)
    const html = await suite.savedHtml(id)
    const order = words.map((word) => html.indexOf(word))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    for (const width of [320, 1280]) {
      const places = await placesOn(html, width)
      expect(places).toEqual(places.map(() => places[0]))
    }
    // The font of the page is that of all texts, also of those that are added later.
    await page.locator('#selected nav').getByRole('button', { name: 'Page', exact: true }).click()
    await page.getByRole('combobox', { name: 'Font' }).selectOption('Georgia')
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await saveIn(page)
    const texts = (await suite.savedHtml(id)).matchAll(/<(?:h2|p) [^>]*font-family:([^,;]+)/g)
    expect([...texts].map(([, font]) => font)).toEqual(Array(7).fill('Georgia'))
    await page.locator('#selected nav').getByRole('button', { name: 'Section' }).click()
    const below = page.getByLabel('Space below in pixels')
    expect(await below.inputValue()).toBe('0')
    await below.fill('40')
    await page.getByLabel('Space at the sides in pixels').fill('0')
    await saveIn(page)
    expect(await suite.savedHtml(id)).toContain('padding:16px 0px 40px 0px')
    expect(complaints).toEqual([])
  })

  test('a column takes content, and a border of a cell takes no section', async () => {
    const id = await suite.draftOf()
    const { page } = await suite.openEditor(id)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await press('Two columns')
    await canvasOf(page).locator('.rm-column p').first().click()
    await press('Heading')
    await page.keyboard.type('Primero')
    await press('Header with logo')
    await canvasOf(page).getByText('Primero').click()
    const target = await canvasOf(page).locator('.rm-columns').boundingBox()
    await page.getByRole('button', { name: 'Quote', exact: true }).hover()
    await page.mouse.down()
    // The border of the section, above its columns.
    const [x, y] = [(target?.x ?? 0) + 30, (target?.y ?? 0) + 2]
    await page.mouse.move(x, y + 60, { steps: 6 })
    await page.mouse.move(x, y, { steps: 6 })
    await page.locator('#drop-line').waitFor()
    await page.mouse.up()
    await saveIn(page)
    const html = await suite.savedHtml(id)
    expect(html).toMatch(
      /class="rm-column".*?<p [^>]*>Write your text here.<\/p><h2 [^>]*>Primero/s,
    )
    const shown = canvasOf(page).locator('td.rm-content > table')
    expect(await shown.count()).toBe(3)
    expect(await shown.nth(0).locator('.rm-quote').count()).toBe(1)
    const names = await page.locator('#selected nav').textContent()
    expect(names).toContain('Page › Section')
  })

  test('a change of the text that is being edited keeps its selection', async () => {
    const id = await suite.draftOf()
    const { page } = await suite.openEditor(id)
    await page.getByRole('button', { name: 'Heading', exact: true }).click()
    await canvasOf(page).locator('[contenteditable=true]').waitFor()
    await page.keyboard.type('Primavera')
    await page.keyboard.press('Control+a')
    const selected = await page.evaluate(`new Promise((resolve) => {
      document.querySelector('[aria-label="Center"]').click()
      const frame = document.querySelector('.gjs-frame').contentDocument
      // The editor counts a change in a timer, and what follows from it is done by the next one.
      setTimeout(() => setTimeout(() => resolve(frame.getSelection().toString())))
    })`)
    expect(selected).toBe('Primavera')
  })

  test('a whole newsletter is written with keyboard and mouse, and arrives as it was meant', async () => {
    const id = await suite.draftOf({ asunto: 'Las noticias de marzo' })
    const { page, complaints } = await suite.openEditor(id)
    const choice = page.getByRole('button', { name: 'Newsletter', exact: true })
    const picture = page.locator('.starter-picture iframe').first()
    await picture.contentFrame().getByText('Hello there,').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await choice.click()
    await canvasOf(page).getByText('The main story').dblclick()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Ya es primavera, ')
    await page.getByRole('combobox', { name: 'Merge tag' }).selectOption('{{ nombre }}')
    await page.getByLabel('If it is empty').fill('amiga')
    await page.getByRole('button', { name: 'Insert' }).click()
    await page.keyboard.type(' mía')
    // The text tools, by keyboard alone.
    await page.keyboard.press('Alt+F10')
    await page.getByRole('button', { name: 'Bold', exact: true }).press('End')
    await page.keyboard.press('Home')
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+k')
    await page.getByLabel('Address', { exact: true }).fill('huerta.example/marzo')
    await page.keyboard.press('Enter')
    // A message with empty links and pictures is not done.
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('A link or a picture still has no address.').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Show it' }).click()
    await page.getByLabel('Address', { exact: true }).fill('https://huerta.example/a.png')
    await page.getByLabel('Alternative text').last().fill('Un huerto')
    await page.keyboard.press('Enter')
    await saveIn(page)
    // Each empty link is marked once, also that of a button, which Outlook has as a shape of its own.
    await page.locator('#check-items').getByText('A link leads nowhere').waitFor()
    const unfinished = await page.locator('#unfinished-items li').count()
    expect(await page.locator('.mark.error').count()).toBe(unfinished)
    const html = await suite.savedHtml(id)
    expect(html).not.toContain('src="data:')
    expect(html).toMatch(
      /<h2 [^>]*text-align:center[^>]*><a href="https:\/\/huerta\.example\/marzo" [^>]*>Ya es primavera, \{\{ nombre \| default: "amiga" \}\} mía<\/a><\/h2>/,
    )
    expect(html).toContain('<title>Las noticias de marzo</title>')
    expect(html).toContain('src="https://huerta.example/a.png" alt="Un huerto"')
    // A draft that is saved at each pause is saved without a question.
    await page.getByLabel('Preview text').fill('Los primeros tomates')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    const preview = page.frameLocator('#preview-frame')
    await preview.getByText('Ya es primavera, Eva mía').waitFor()
    await page.getByRole('button', { name: 'Dark', exact: true }).click()
    await waitFor(async () => {
      const shown = await page.locator('#preview-frame').getAttribute('srcdoc')
      return shown?.includes('@media (min-width:0)') === true
    })
    // The picture has an address of nowhere.
    expect(complaints.filter((text) => !text.includes('ERR_NAME_NOT_RESOLVED'))).toEqual([])
  })

  test('paste from Word, Google Docs and a page becomes clean blocks', async () => {
    const id = await suite.draftOf()
    const { page } = await suite.openEditor(id)
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await canvasOf(page).locator('[contenteditable=true]').waitFor()
    await page.evaluate(`{
      const frame = document.querySelector('.gjs-frame')
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', ${JSON.stringify(word)})
      frame.contentDocument.activeElement.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }`)
    await canvasOf(page).getByText('Segundo punto').waitFor()
    await saveIn(page)
    const html = await suite.savedHtml(id)
    const body = html.slice(html.indexOf('rm-content'))
    expect(body).not.toMatch(/o:p|Mso|file:|docs-internal|font-weight:normal|<font|<b[ >]/)
    expect(body).toMatch(/<p [^>]*>Hola <strong>a todos<\/strong><\/p>/)
    expect(body).toMatch(/<h2 [^>]*>Un título<\/h2>/)
    expect(body).toMatch(
      /<ul [^>]*><li [^>]*>Primer punto<\/li><li [^>]*>Segundo punto<\/li><\/ul>/,
    )
    expect(body).toMatch(
      /<p [^>]*><a href="https:\/\/huerta\.example\/">Enlace<\/a> y <em>más<\/em><\/p>/,
    )
    expect(body.match(/<img/g)).toBe(null)
  })

  /** As the clipboard of Word and of Google Docs contains it. */
  const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body>
<!--StartFragment--><b style="font-weight:normal" id="docs-internal-guid-1"><p class=MsoNormal>Hola <b>a todos</b><o:p></o:p></p></b>
<h1 style='mso-pagination:none'><font face="Calibri">Un título</font></h1>
<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span><![endif]>Primer punto<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Segundo punto</p>
<p><a href="https://huerta.example/">Enlace</a> y <span style="font-style:italic">más</span> <a href="file:///C:/x.docx"></a></p>
<img src="file:///C:/Users/a/image001.png"><!--EndFragment--></body></html>`
})
