import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWindow, startBrowser, violationsOn, whyNoBrowser } from '../support/browser.ts'
import { runEditor } from '../support/editor.ts'
import { newFolder } from '../support/folder.ts'
import { addList, addSender, campaignOf } from '../support/mailing.ts'
import { startService, type TestService } from '../support/service.ts'
import { startSink } from '../support/smtp-sink.ts'
import { waitFor } from '../support/wait.ts'

const wide = { width: 1300, height: 820 }

/** As a marketer's tool writes it: what an HTML parser would throw about is in it. */
const html = `<!DOCTYPE html>
<html lang="es"><head><meta charset="utf-8"><title>Rebajas</title>
<style>.big { font-size: 30px } @media (max-width:600px) { .w { width: 100% !important } }</style>
<!--[if mso]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head>
<body style="margin:0;background:#eef1f4">
<!--[if mso]><table width="600"><tr><td><![endif]-->
<table role="presentation" width="100%" style="max-width:600px;margin:0 auto;background:#ffffff">
<tr><td class="big" style="padding:24px;font-family:Arial, sans-serif">Hola {{ nombre | default: "amiga & amigo" }}</td></tr>
{% if email contains "@example.org" %}<tr><td style="padding:24px">Solo para ti</td></tr>{% endif %}
<tr><td style="padding:24px"><a href="https://tienda.example/?a=1&amp;b=2" style="color:#0b57d0">Ver las rebajas</a></td></tr>
<tr><td style="padding:24px"><a href="{{ unsubscribe_url }}">Darse de baja</a></td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</body></html>
`

const cell = (style: string, inner: string): string =>
  `<tr><td style="padding:16px 24px;font-size:16px;line-height:1.5;${style}">${inner}</td></tr>`
const spring = `<!doctype html><html lang="en"><body style="margin:0;background:#eef1f4">
<table role="presentation" width="100%" cellspacing="0" style="max-width:600px;margin:0 auto;background:#ffffff;font-family:Arial, sans-serif">
${cell('background:#12653a;color:#ffffff;font-size:26px', 'The spring shop')}
${cell('font-size:22px', 'Hello {{ nombre | default: "you" }},')}
${cell('', 'The first seeds of the year have come, and the pots for them are on sale until Sunday.')}
${cell('', '<table role="presentation" cellspacing="0"><tr><td style="background:#0b57d0;border-radius:6px;padding:12px 24px"><a href="https://shop.example/spring" style="color:#ffffff;text-decoration:none">See what is new</a></td></tr></table>')}
${cell('font-size:13px;text-align:center', '<a href="{{ unsubscribe_url }}" style="color:#59636e">Unsubscribe</a>')}
</table></body></html>`

describe.skipIf(whyNoBrowser)('the visual editor', () => {
  let browser: Browser
  let server: TestService
  let sink: Awaited<ReturnType<typeof startSink>>
  let list: number

  beforeAll(async () => {
    sink = await startSink()
    server = await startService({ settings: { smtpUrl: sink.url }, workers: true })
    list = await addList(server, [{ email: 'eva@example.org', nombre: 'Eva' }])
    await addSender(server)
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
    await sink.stop()
  })

  const runs: ReturnType<typeof runEditor>[] = []
  afterEach(async () => {
    for (const run of runs.splice(0)) await run.stop()
  })

  const draftOf = async (more: object = {}): Promise<number> => {
    const made = await server.api(
      'POST',
      '/campaigns',
      campaignOf(list, { html, draft: true, ...more }),
    )
    return made.body.id
  }
  const savedHtml = async (id: number): Promise<string> =>
    (await server.api('GET', `/campaigns/${id}`)).body.html

  /** The editor in a window, loaded; `complaints` are what the browser would not let it do. */
  async function openEditor(id: number, words: readonly string[] = []) {
    const run = runEditor(server, id, { words })
    runs.push(run)
    const page = await openWindow(browser, { script: true, viewport: wide })
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', ({ message }) => complaints.push(message))
    const link = await run.link()
    const foreign: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(link).origin) foreign.push(request.url())
    })
    await page.goto(link)
    return { run, page, link, complaints, foreign }
  }
  const isLoaded = (page: Page) => page.getByText('Everything is saved.').waitFor()
  const canvasOf = (page: Page) => page.frameLocator('.gjs-frame')

  /** As a hand does it: the editor looks where the pointer is on its way. */
  async function drag(page: Page, what: Locator, onto: Locator): Promise<void> {
    const to = await onto.boundingBox()
    await what.hover()
    await page.mouse.down()
    const [x, y] = [(to?.x ?? 0) + 40, (to?.y ?? 0) + 6]
    await waitFor(async () => {
      await page.mouse.move(x, y + 40, { steps: 8 })
      await page.mouse.move(x, y, { steps: 4 })
      return (await page.locator('.gjs-placeholder:visible').count()) > 0
    })
    await page.mouse.up()
  }

  test('a message that was only opened is sent back to nobody, and stays byte for byte', async () => {
    const id = await draftOf()
    const before = (await server.api('GET', `/campaigns/${id}`)).headers.get('etag')
    const { page, run, complaints } = await openEditor(id)
    await isLoaded(page)
    await canvasOf(page).getByText('Solo para ti').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await run.ended).toBe(0)
    expect(await savedHtml(id)).toBe(html)
    expect((await server.api('GET', `/campaigns/${id}`)).headers.get('etag')).toBe(before)
    expect(complaints).toEqual([])
  })

  test('what is changed by keyboard alone is saved; merge tags, comments and head are as they were', async () => {
    const id = await draftOf()
    const { page, complaints, foreign } = await openEditor(id)
    await isLoaded(page)
    await page.getByRole('button', { name: 'Button' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Background colour').waitFor()
    for (const name of ['Text', 'Select inside it', 'Select inside it', 'Select inside it']) {
      await page.getByRole('button', { name, exact: true }).focus()
      await page.keyboard.press('Enter')
    }
    await page.getByText('<td>').waitFor()
    await page.getByRole('button', { name: 'Select inside it' }).press('Enter')
    await page.getByRole('button', { name: 'Edit text' }).press('Enter')
    await page.waitForFunction('document.activeElement.matches(".gjs-frame")')
    await page.keyboard.press('End')
    await page.keyboard.type(' Ya.')
    await page.getByRole('textbox', { name: 'Subject' }).focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' de verdad')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved.', { exact: true }).waitFor()
    const { body } = await server.api('GET', `/campaigns/${id}`)
    expect(body.asunto).toBe('Rebajas de enero de verdad')
    expect(body.html.slice(0, html.indexOf('<body'))).toBe(html.slice(0, html.indexOf('<body')))
    expect(body.html).toContain('See more')
    expect(body.html).toContain('Write something here. Ya.')
    for (const piece of [
      '{{ nombre | default: "amiga & amigo" }}',
      '{% if email contains "@example.org" %}<tr>',
      '</tr>{% endif %}',
      'href="{{ unsubscribe_url }}"',
      '<!--[if mso]><table width="600"><tr><td><![endif]-->',
    ]) {
      expect(body.html).toContain(piece)
    }
    expect([complaints, foreign]).toEqual([[], []])
  })

  test('text is edited where it stands, and a block is dragged into its place', async () => {
    const id = await draftOf()
    const { page, complaints } = await openEditor(id)
    await isLoaded(page)
    const text = canvasOf(page).getByText('Solo para ti')
    await text.dblclick()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Hoy, ')
    await page.getByRole('combobox', { name: 'Merge tag' }).selectOption('{{ nombre }}')
    await page.getByRole('button', { name: 'Insert' }).click()
    await drag(
      page,
      page.getByRole('button', { name: 'Heading' }),
      canvasOf(page).getByText('Hola'),
    )
    await canvasOf(page).getByText('A heading').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    const saved = await savedHtml(id)
    expect(saved).toContain('Hoy, {{ nombre }}')
    expect(saved).not.toContain('Solo para ti')
    expect(saved).toContain('A heading')
    expect(saved).toContain('{% if email contains "@example.org" %}<tr>')
    expect(complaints).toEqual([])
  })

  test('text that is still being written is saved with it, and the page is not left without a word', async () => {
    const id = await draftOf()
    const { page } = await openEditor(id)
    await isLoaded(page)
    await canvasOf(page).getByText('Solo para ti').dblclick()
    await page.keyboard.press('End')
    await page.keyboard.type(' y los tuyos')
    await page.getByText('Changes are not saved yet.').waitFor()
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', async (dialog) => {
        resolve(dialog.type())
        await dialog.dismiss()
      })
    })
    await page.close({ runBeforeUnload: true })
    expect(await asked).toBe('beforeunload')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await savedHtml(id)).toContain('Solo para ti y los tuyos')
  })

  test('a part of the selected text is changed beside the canvas, as a style attribute', async () => {
    const id = await draftOf()
    const { page } = await openEditor(id)
    await isLoaded(page)
    await canvasOf(page).getByText('Ver las rebajas').click()
    await page.getByLabel('Link', { exact: true }).fill('https://tienda.example/{{ nombre }}')
    await page.getByLabel('Text size in pixels').fill('22')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await savedHtml(id)).toMatch(
      /<a href="https:\/\/tienda\.example\/\{\{ nombre \}\}" style="color:#0b57d0;font-size:22px;?">/,
    )
  })

  test('a message that is begun here is a whole document, and none before something is in it', async () => {
    const id = await draftOf({ html: '' })
    const { page } = await openEditor(id)
    await isLoaded(page)
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await savedHtml(id)).toMatch(/^<!doctype html>\n<html lang="en">.*<\/html>\n$/s)
    expect(await savedHtml(id)).toContain('href="{{ unsubscribe_url }}"')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await savedHtml(id)).toBe('')
  })

  test('what dragging would damage is edited as HTML, and the page says why', async () => {
    const broken =
      '<table><tr><td {% if nombre %}class="a"{% endif %}>{{ nombre }}</td></tr></table>'
    const id = await draftOf({ html: broken })
    const { page } = await openEditor(id)
    await page.getByText('Dragging would damage').waitFor()
    const code = page.getByRole('textbox', { name: 'HTML' })
    expect(await code.inputValue()).toBe(broken)
    await code.fill(`${broken}<p>Más</p>`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await savedHtml(id)).toBe(`${broken}<p>Más</p>`)
  })

  test('the preview is the service’s, for the contact who is named, on a phone too', async () => {
    const id = await draftOf()
    const { page } = await openEditor(id)
    await isLoaded(page)
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByLabel('As this contact gets it').fill('eva@example.org')
    await page.getByRole('button', { name: 'Show' }).click()
    const frame = page.frameLocator('#preview-frame')
    await frame.getByText('Hola Eva').waitFor()
    await page.getByRole('button', { name: 'Phone' }).click()
    expect((await page.locator('#preview-frame').boundingBox())?.width).toBe(390)
    expect(await violationsOn(page)).toEqual([])
    await page.getByLabel('As this contact gets it').fill('nadie@example.org')
    await page.keyboard.press('Enter')
    await page.getByText('No contact has this address.').waitFor()
  })

  test('a test is sent once the page has asked, and not when the answer is no', async () => {
    const id = await draftOf({ asunto: 'Prueba del editor' })
    const { page } = await openEditor(id)
    await isLoaded(page)
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByLabel('To').fill('luis@example.org')
    const questions: string[] = []
    page.once('dialog', (dialog) => {
      questions.push(dialog.message())
      void dialog.dismiss()
    })
    const send = page.getByRole('dialog').getByRole('button', { name: 'Send a test' })
    await send.click()
    page.once('dialog', (dialog) => void dialog.accept())
    await send.click()
    await page.getByText('Tests sent: 1.').waitFor()
    await waitFor(() => sink.messages().length > 0)
    expect(questions).toEqual(['Send a test of “Prueba del editor” to luis@example.org?'])
    expect(sink.messages()).toHaveLength(1)
  })

  test('what somebody else has saved meanwhile is not overwritten unless the person says so', async () => {
    const id = await draftOf()
    const { page } = await openEditor(id)
    await isLoaded(page)
    await server.api('PUT', `/campaigns/${id}`, { asunto: 'De otra persona' })
    await page.getByLabel('Preview text').fill('Mío')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Somebody else has saved').waitFor()
    expect((await server.api('GET', `/campaigns/${id}`)).body.preheader).toBe('')
    await page.getByRole('button', { name: 'Save mine over it' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    const { body } = await server.api('GET', `/campaigns/${id}`)
    expect([body.asunto, body.preheader]).toEqual(['De otra persona', 'Mío'])
  })

  test('the link opens one browser, and a reload of that one keeps it', async () => {
    const id = await draftOf()
    const { page, link } = await openEditor(id)
    await isLoaded(page)
    expect(page.url()).not.toContain('#')
    await page.reload()
    await isLoaded(page)
    const other = await openWindow(browser, { script: true, viewport: wide })
    await other.goto(link)
    await other.getByText('This link was used already').waitFor()
  })

  test('no script of a message runs in the editor or its preview', async () => {
    const evil =
      '<p onclick="top.hit=1">Hola</p><img src="x" onerror="top.hit=1"><script>top.hit=1</script>'
    const id = await draftOf({ html: evil })
    const { page } = await openEditor(id)
    await isLoaded(page)
    await canvasOf(page).getByText('Hola').click()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.frameLocator('#preview-frame').getByText('Hola').click()
    expect(await page.evaluate('window.hit')).toBe(undefined)
  })

  test('an accessibility engine finds nothing, in English and in Spanish', async () => {
    const id = await draftOf()
    const english = await openEditor(id)
    await isLoaded(english.page)
    await canvasOf(english.page).getByText('Ver las rebajas').click()
    expect(await violationsOn(english.page)).toEqual([])
    const spanish = await openEditor(id, ['--lang', 'es'])
    await spanish.page.getByText('Todo está guardado.').waitFor()
    expect(await spanish.page.getByRole('button', { name: 'Guardar' }).isVisible()).toBe(true)
    await spanish.page.getByRole('button', { name: 'HTML' }).click()
    expect(await violationsOn(spanish.page)).toEqual([])
  })

  test('a watched file is shown again when it changes', async () => {
    const id = await draftOf()
    const file = join(newFolder(), 'march.html')
    writeFileSync(file, '<h1>Uno</h1>')
    const { page } = await openEditor(id, ['--watch', file])
    const frame = page.frameLocator('#preview-frame')
    await frame.getByText('Uno').waitFor()
    writeFileSync(file, '<h1>Otro más</h1>')
    await frame.getByText('Otro más').waitFor()
    expect(await violationsOn(page)).toEqual([])
    expect(await savedHtml(id)).toBe(html)
  })

  test.runIf(process.env.REMITE_SCREENSHOTS)('the editor is drawn for the guide', async () => {
    const id = await draftOf({
      ...{ camp_name: 'March newsletter', html: spring, preheader: 'The first seeds of the year' },
      asunto: '{{ nombre }}, spring is here',
    })
    const { page } = await openEditor(id)
    await page.setViewportSize({ width: 1280, height: 700 })
    await isLoaded(page)
    await canvasOf(page).getByText('See what is new').click()
    await page.getByText('Text colour').waitFor()
    await page.screenshot({ path: 'docs/screenshots/editor.png' })
  })
})
