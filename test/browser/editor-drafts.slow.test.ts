import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  browserMissing,
  openWindow,
  startBrowser,
  violationsOn,
} from '../support/browser/browser.ts'
import { runEditor } from '../support/browser/editor.ts'
import { canvasOf } from '../support/browser/editor-page.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const viewport = { width: 1300, height: 820 }
const html = `<!doctype html><html lang="es"><head><title>Rebajas</title></head><body>
<table><tr><td>Hola <b id="quien">{{ nombre | default: "amiga & amigo" }}</b> y <i class="a">tú</i>, <a href="https://tienda.example/?a=1&amp;b=2">ven</a>: buenos días</td></tr>
<tr><td><a href="{{ unsubscribe_url }}">Baja</a></td></tr></table></body></html>`

describe.skipIf(browserMissing)('drafts of the visual editor', () => {
  let browser: Browser
  let server: TestService
  let list: number
  beforeAll(async () => {
    server = await startService()
    list = await addList(server, [{ email: 'eva@example.org', nombre: 'Eva' }])
    await addSender(server)
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
  })

  const runs: ReturnType<typeof runEditor>[] = []
  afterEach(async () => {
    for (const run of runs.splice(0)) await run.stop()
  })

  const draftOf = async (): Promise<number> =>
    (await server.api('POST', '/campaigns', campaignOf(list, { html, draft: true }))).body.id
  const savedHtml = async (path: string): Promise<string> =>
    (await server.api('GET', path)).body.html

  interface Opening {
    folder?: string
    args?: readonly string[]
    /** The same browser as before. */
    context?: BrowserContext
  }
  async function open(words: string, { folder = newFolder(), args = [], context }: Opening = {}) {
    const run = runEditor(server, words.split(' '), { folder, args })
    runs.push(run)
    const page = context
      ? await context.newPage()
      : await openWindow(browser, { script: true, viewport })
    const complaints: string[] = []
    page.on('pageerror', ({ message }) => complaints.push(message))
    await page.goto(await run.link())
    await page.locator('#status', { hasText: /./ }).waitFor()
    await canvasOf(page).getByText('Hola').waitFor()
    return { run, page, complaints, folder }
  }
  const type = async (page: Page, text: string, typed: string) => {
    await canvasOf(page).getByText(text).dblclick()
    await canvasOf(page).locator('[contenteditable=true]').waitFor()
    await page.keyboard.press('End')
    await page.keyboard.type(typed)
  }

  test('what is typed is saved at a pause, and typing goes on at the same place', async () => {
    const id = await draftOf()
    const { page, complaints } = await open(`campaigns edit ${id}`, { args: ['--autosave', '1s'] })
    await type(page, 'buenos días', ' a todas')
    await page.getByText(/^Saved at /).waitFor()
    const first = await savedHtml(`/campaigns/${id}`)
    expect(first).toContain(
      '<td>Hola <b id="quien">{{ nombre | default: "amiga & amigo" }}</b> y <i class="a">tú</i>, <a href="https://tienda.example/?a=1&amp;b=2">ven</a>: buenos días a todas</td>',
    )
    await page.keyboard.type(' y a todos')
    await page.getByText('You have unsaved changes.').waitFor()
    await waitFor(async () => (await savedHtml(`/campaigns/${id}`)).includes('y a todos'))
    await page.getByRole('textbox', { name: 'Subject' }).fill('Otro asunto')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText(/^Saved at .* The editor is closed/).waitFor()
    const { html: last, asunto } = (await server.api('GET', `/campaigns/${id}`)).body
    expect(last).toBe(first.replace('a todas', 'a todas y a todos'))
    expect([asunto, complaints]).toEqual(['Otro asunto', []])
  })

  test('after a crash the next run restores the draft of a template, in another browser', async () => {
    const template = { name: 'Boletín', html, asunto: 'Hola' }
    const { body } = await server.api('POST', '/templates', template)
    const words = `templates edit ${body.id}`
    const { page, run, folder } = await open(words, { args: ['--lang', 'es'] })
    expect(await page.getByLabel('Texto de vista previa').isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Enviar correo de prueba' }).isVisible()).toBe(
      false,
    )
    await type(page, 'buenos días', ', Eva')
    await page.getByText('Tus cambios están en este ordenador.').waitFor()
    expect(await savedHtml(`/templates/${body.id}`)).toBe(html)
    await page.context().close()
    expect(await run.stop()).toBe(130)
    expect(run.output.stderr).toContain(`usa \`remite ${words}\``)
    const next = await open(words, { folder, args: ['--lang', 'es'] })
    await next.page.getByText(/^Hay cambios de .* que no se guardaron\./).waitFor()
    expect(await violationsOn(next.page)).toEqual([])
    await next.page.getByRole('button', { name: 'Recuperarlos' }).click()
    await canvasOf(next.page).getByText('buenos días, Eva').waitFor()
    await next.page.getByRole('button', { name: 'Vista previa' }).click()
    await next.page.frameLocator('#preview-frame').getByText('{{ nombre').waitFor()
    await next.page.getByText('Las etiquetas se muestran').waitFor()
    await next.page.getByRole('button', { name: 'Cerrar' }).click()
    await next.page.getByRole('button', { name: 'Terminar' }).click()
    await next.page.getByRole('button', { name: 'Guardar y cerrar' }).click()
    expect(await next.run.ended).toBe(0)
    expect(await savedHtml(`/templates/${body.id}`)).toContain(
      '{{ nombre | default: "amiga & amigo" }}</b> y <i class="a">tú</i>',
    )
    expect(await savedHtml(`/templates/${body.id}`)).toContain('buenos días, Eva</td>')
  })

  test('what is typed after the command has ended stays in the browser', async () => {
    const id = await draftOf()
    const words = `campaigns edit ${id}`
    const { page, run, folder } = await open(words)
    await run.stop()
    await type(page, 'buenos días', ' sin red')
    await page.getByText('Your changes are kept in this browser').waitFor()
    // The page says so when it notices the end, and keeps what is typed after a pause.
    const stored = async () => JSON.stringify(await page.context().storageState())
    await waitFor(async () => (await stored()).includes('sin red'))
    const next = await open(words, { folder, context: page.context() })
    await next.page.getByText(/^There are changes of .* that were not saved\./).waitFor()
    await next.page.getByRole('button', { name: 'Restore them' }).click()
    await canvasOf(next.page).getByText('buenos días sin red').waitFor()
    await next.page.keyboard.press('Control+s')
    await next.page.getByText('Saved.', { exact: true }).waitFor()
    expect(await savedHtml(`/campaigns/${id}`)).toContain('buenos días sin red')
  })

  test('when another person has saved, both versions are kept', async () => {
    const id = await draftOf()
    const { page } = await open(`campaigns edit ${id}`, { args: ['--autosave', '1s'] })
    await server.api('PUT', `/campaigns/${id}`, { html: html.replace('Hola', 'Hola otra vez') })
    await type(page, 'buenos días', ' míos')
    await page.getByText('Someone else has changed').waitFor()
    await page.getByRole('button', { name: 'Load their version' }).click()
    await page.getByText(/The version that was replaced is in .*\.html\./).waitFor()
    await canvasOf(page).getByText('Hola otra vez').waitFor()
    expect(await savedHtml(`/campaigns/${id}`)).toContain('Hola otra vez')
  })
})
