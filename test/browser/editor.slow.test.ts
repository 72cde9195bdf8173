import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  browserMissing,
  openWindow,
  startBrowser,
  violationsOn,
} from '../support/browser/browser.ts'
import { runEditor } from '../support/browser/editor.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { startSink } from '../support/mail/smtp-sink.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const wide = { width: 1300, height: 820 }

/** HTML as marketing tools write it, with constructs that an HTML parser would rearrange. */
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

describe.skipIf(browserMissing)('the visual editor', () => {
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
    const created = await server.api(
      'POST',
      '/campaigns',
      campaignOf(list, { html, draft: true, ...more }),
    )
    return created.body.id
  }
  const savedHtml = async (id: number): Promise<string> =>
    (await server.api('GET', `/campaigns/${id}`)).body.html

  /** Opens the editor in a browser. `complaints` collects errors and requests that the browser blocked. */
  async function openEditor(id: number, args: readonly string[] = []) {
    const run = runEditor(server, id, { args })
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
  const isLoaded = (page: Page) => page.getByText('All changes saved.').waitFor()
  const canvasOf = (page: Page) => page.frameLocator('.gjs-frame')

  /** Drags in several steps, because the editor reads the pointer position on the way. */
  async function drag(page: Page, source: Locator, target: Locator): Promise<void> {
    const to = await target.boundingBox()
    await source.hover()
    await page.mouse.down()
    const [x, y] = [(to?.x ?? 0) + 40, (to?.y ?? 0) + 6]
    await waitFor(async () => {
      await page.mouse.move(x, y + 40, { steps: 8 })
      await page.mouse.move(x, y, { steps: 4 })
      return page.locator('#drop-line').isVisible()
    })
    await page.mouse.up()
  }

  test('a message that was opened but not changed is not saved and keeps every byte', async () => {
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

  test('keyboard edits are saved; merge tags, comments and the head stay unchanged', async () => {
    const id = await draftOf()
    const { page, complaints, foreign } = await openEditor(id)
    await isLoaded(page)
    await page.getByRole('button', { name: 'Button', exact: true }).focus()
    await page.keyboard.down('Enter')
    const address = page.getByLabel('Address', { exact: true })
    await address.waitFor()
    // The key repeats while it is down.
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect(await address.isVisible()).toBe(true)
    await address.fill('tienda.example')
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Background color' }).waitFor()
    await page.getByRole('button', { name: 'Text', exact: true }).press('Enter')
    await page.waitForFunction('document.activeElement.matches(".gjs-frame")')
    await page.getByRole('button', { name: 'Previous element' }).press('Enter')
    await page.getByRole('button', { name: 'Next element' }).press('Enter')
    await page.locator('#selected-name', { hasText: 'Text' }).waitFor()
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
    expect(body.html).toContain('href="https://tienda.example"')
    expect(body.html).toContain('Write your text here. Ya.')
    for (const fragment of [
      '{{ nombre | default: "amiga & amigo" }}',
      '{% if email contains "@example.org" %}<tr>',
      '</tr>{% endif %}',
      'href="{{ unsubscribe_url }}"',
      '<!--[if mso]><table width="600"><tr><td><![endif]-->',
    ]) {
      expect(body.html).toContain(fragment)
    }
    expect([complaints, foreign]).toEqual([[], []])
  })

  test('text is edited in place, and a block can be dragged to another position', async () => {
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
    await canvasOf(page).getByText('Heading').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    const saved = await savedHtml(id)
    expect(saved).toContain('Hoy, {{ nombre }}')
    expect(saved).not.toContain('Solo para ti')
    expect(saved).toMatch(
      /<tr><td style="padding:0;"><table[^>]*class="rm-section rm-paper".*Heading/,
    )
    expect(saved).toContain('{% if email contains "@example.org" %}<tr>')
    expect(complaints).toEqual([])
  })

  test('text that is still being edited is saved too, and leaving the page asks first', async () => {
    const id = await draftOf()
    const { page } = await openEditor(id)
    await isLoaded(page)
    await canvasOf(page).getByText('Solo para ti').dblclick()
    await page.keyboard.press('End')
    await page.keyboard.type(' y los tuyos')
    await page.getByText('You have unsaved changes.').waitFor()
    const dialogType = new Promise<string>((resolve) => {
      page.once('dialog', async (dialog) => {
        resolve(dialog.type())
        await dialog.dismiss()
      })
    })
    await page.close({ runBeforeUnload: true })
    expect(await dialogType).toBe('beforeunload')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await savedHtml(id)).toContain('Solo para ti y los tuyos')
  })

  test('the style of selected text is changed beside the canvas, as a style attribute', async () => {
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

  test('a new message becomes a whole document, and nothing before it has content', async () => {
    const id = await draftOf({ html: '' })
    const { page } = await openEditor(id)
    await isLoaded(page)
    await page.getByRole('button', { name: 'Start with an empty message' }).click()
    await page.getByRole('button', { name: 'Footer with unsubscribe' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await savedHtml(id)).toMatch(/^<!doctype html>\n<html lang="en">.*<\/html>\n$/s)
    expect(await savedHtml(id)).toContain('href="{{ unsubscribe_url }}"')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await savedHtml(id)).toBe('')
  })

  test('HTML that dragging would damage is edited as source, and the page says why', async () => {
    const broken =
      '<table><tr><td {% if nombre %}class="a"{% endif %}>{{ nombre }}</td></tr></table>'
    const id = await draftOf({ html: broken })
    const { page } = await openEditor(id)
    await page.getByText('code that the visual editor would damage').waitFor()
    const code = page.getByRole('textbox', { name: 'HTML' })
    expect(await code.inputValue()).toBe(broken)
    await code.fill(`${broken}<p>Más</p>`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect(await savedHtml(id)).toBe(`${broken}<p>Más</p>`)
  })

  test('the preview comes from the service, for the chosen contact, also at phone width', async () => {
    const id = await draftOf()
    const { page } = await openEditor(id)
    await isLoaded(page)
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByLabel('Preview as this contact').fill('eva@example.org')
    await page.getByRole('button', { name: 'Show' }).click()
    const frame = page.frameLocator('#preview-frame')
    await frame.getByText('Hola Eva').waitFor()
    await page.getByRole('button', { name: 'Phone' }).click()
    expect((await page.locator('#preview-frame').boundingBox())?.width).toBe(390)
    expect(await violationsOn(page)).toEqual([])
    await page.getByLabel('Preview as this contact').fill('nadie@example.org')
    await page.keyboard.press('Enter')
    await page.getByText('No contact has this email address.').waitFor()
  })

  test('a test is sent after the page has asked, and not when the answer is no', async () => {
    const id = await draftOf({ asunto: 'Prueba del editor' })
    const { page } = await openEditor(id)
    await isLoaded(page)
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByLabel('To', { exact: true }).fill('luis@example.org')
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

  test('another editor’s save is overwritten only after confirmation', async () => {
    const id = await draftOf()
    const { page } = await openEditor(id)
    await isLoaded(page)
    await server.api('PUT', `/campaigns/${id}`, { asunto: 'De otra persona' })
    await page.getByLabel('Preview text').fill('Mío')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Someone else has changed').waitFor()
    expect((await server.api('GET', `/campaigns/${id}`)).body.preheader).toBe('')
    await page.getByRole('button', { name: 'Overwrite with mine' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    const { body } = await server.api('GET', `/campaigns/${id}`)
    expect([body.asunto, body.preheader]).toEqual(['De otra persona', 'Mío'])
  })

  test('the link opens in one browser, which may reload it', async () => {
    const id = await draftOf()
    const { page, link } = await openEditor(id)
    await isLoaded(page)
    expect(page.url()).not.toContain('#')
    await page.reload()
    await isLoaded(page)
    const secondPage = await openWindow(browser, { script: true, viewport: wide })
    await secondPage.goto(link)
    await secondPage.getByText('This link was already used').waitFor()
  })

  /** A message from another tool, with faults in the subject, in an attribute and in text. */
  const foreign = `<!doctype html><html lang="es"><head><title>*|MC:SUBJECT|*</title></head><body>
<table><tr><td>Hola *|FNAME|*</td></tr><tr><td><a href="/ofertas">Ofertas</a> y *|FNAME|*</td></tr>
<tr><td><a href="{{ unsubscribe_url }}">Baja</a></td></tr></table></body></html>`

  test('the check marks the elements it means, and a click selects each place', async () => {
    const id = await draftOf({ html: foreign, asunto: 'Hola *|FNAME|*' })
    const { page, complaints } = await openEditor(id)
    await isLoaded(page)
    const panel = page.getByRole('region', { name: 'Check' })
    const link = panel.getByRole('button', { name: '/ofertas' })
    await link.focus()
    await page.keyboard.press('Enter')
    await panel.getByText('Place 1 of 1, selected in the message.').waitFor()
    await page.locator('#selected-name', { hasText: 'Link' }).waitFor()
    expect(await page.getByLabel('Link', { exact: true }).inputValue()).toBe('/ofertas')
    await page.locator('.mark.error button[title*="/ofertas"]').click()
    await panel.locator('button:focus', { hasText: '/ofertas' }).waitFor()
    const first = panel.locator('li').first()
    expect(await first.getAttribute('class')).toBe('error')
    expect(await first.getByText('Error', { exact: true }).isVisible()).toBe(true)
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'HTML', exact: true }).click()
    await link.click()
    await panel.getByText('selected in the HTML').waitFor()
    await page.getByRole('button', { name: 'Design' }).click()
    await page.locator('.mark.error').first().waitFor()
    expect(await savedHtml(id)).toBe(foreign)
    expect(complaints).toEqual([])
  })

  test('tags of another tool are translated in the page, which can be undone', async () => {
    const id = await draftOf({ html: foreign, asunto: 'Hola *|FNAME|*' })
    const { page } = await openEditor(id, ['--lang', 'es'])
    const panel = page.getByRole('region', { name: 'Revisión' })
    await panel.getByRole('button', { name: 'Traducir las etiquetas' }).click()
    await panel.getByText('Etiquetas traducidas: 1.').waitFor()
    await panel.getByText('La revisión es de la versión guardada').waitFor()
    expect(await page.getByLabel('Asunto', { exact: true }).inputValue()).toBe('Hola {{ nombre }}')
    await canvasOf(page).getByText('Hola Nombre').waitFor()
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await canvasOf(page).getByText('Hola *|FNAME|*').waitFor()
    await page.getByRole('button', { name: 'Rehacer' }).click()
    await canvasOf(page).getByText('Hola Nombre').waitFor()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Guardado.', { exact: true }).waitFor()
    expect(await savedHtml(id)).toContain('<td>Hola {{ nombre }}</td>')
    await waitFor(async () => !(await panel.textContent())?.includes('*|FNAME|*'))
    expect(await violationsOn(page)).toEqual([])
  })

  test('no script of a message runs in the editor or in its preview', async () => {
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

  test('axe finds no accessibility problem, in English and in Spanish', async () => {
    const id = await draftOf()
    const english = await openEditor(id)
    await isLoaded(english.page)
    await canvasOf(english.page).getByText('Ver las rebajas').click()
    expect(await violationsOn(english.page)).toEqual([])
    const spanish = await openEditor(id, ['--lang', 'es'])
    await spanish.page.getByText('Todos los cambios están guardados.').waitFor()
    expect(await spanish.page.getByRole('button', { name: 'Guardar' }).isVisible()).toBe(true)
    await spanish.page.getByRole('button', { name: 'HTML', exact: true }).click()
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

  test.runIf(process.env.REMITE_SCREENSHOTS)(
    'screenshots of the editor are made for the guide',
    async () => {
      const id = await draftOf({
        ...{
          camp_name: 'March newsletter',
          html: spring,
          preheader: 'The first seeds of the year',
        },
        asunto: '{{ nombre }}, spring is here',
      })
      const { page } = await openEditor(id)
      await page.setViewportSize({ width: 1280, height: 700 })
      await isLoaded(page)
      await canvasOf(page).getByText('See what is new').click()
      await page.getByRole('group', { name: 'Text color' }).waitFor()
      await page.screenshot({ path: 'docs/screenshots/editor.png' })
    },
  )
})
