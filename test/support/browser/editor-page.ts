import type { Browser, Page } from 'playwright-core'
import { addList, addSender, campaignOf } from '../campaign-fixtures.ts'
import { startService, type TestService } from '../service.ts'
import { openWindow, startBrowser } from './browser.ts'
import { runEditor } from './editor.ts'

const wide = { width: 1300, height: 820 }

interface Suite {
  browser: Browser
  server: TestService
  list: number
  draftOf(more?: object): Promise<number>
  savedHtml(id: number): Promise<string>
  /** Opens the editor. `complaints` collects errors and requests that the browser blocked. */
  openEditor(id: number, args?: readonly string[]): Promise<{ page: Page; complaints: string[] }>
  /** Ends the editors that a test has opened. */
  stopEditors(): Promise<void>
  close(): Promise<void>
}

/** Starts a service with one list and a browser for tests of the editor's page. */
export async function startEditorSuite(startIt = startBrowser): Promise<Suite> {
  const server = await startService()
  const list = await addList(server, [{ email: 'eva@example.org', nombre: 'Eva' }])
  await addSender(server)
  const browser = await startIt()
  const runs: ReturnType<typeof runEditor>[] = []
  return {
    ...{ browser, server, list },
    async draftOf(more = {}) {
      const campaign = campaignOf(list, { html: '', draft: true, ...more })
      return (await server.api('POST', '/campaigns', campaign)).body.id
    },
    savedHtml: async (id) => (await server.api('GET', `/campaigns/${id}`)).body.html,
    async openEditor(id, args = []) {
      const run = runEditor(server, id, { args })
      runs.push(run)
      const page = await openWindow(browser, { script: true, viewport: wide })
      page.setDefaultTimeout(15_000)
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      page.on('pageerror', ({ message }) => complaints.push(message))
      await page.goto(await run.link())
      const isSpanish = args.includes('es')
      await page
        .getByText(isSpanish ? 'Todos los cambios están guardados.' : 'All changes saved.')
        .waitFor()
      return { page, complaints }
    },
    async stopEditors() {
      for (const run of runs.splice(0)) await run.stop()
    },
    async close() {
      await browser.close()
      await server.close()
    },
  }
}

/** The message on the canvas. */
export const canvasOf = (page: Page) => page.frameLocator('.gjs-frame')

/** Saves, and waits until that is done. */
export async function saveIn(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  await page.getByText('Saved.', { exact: true }).waitFor()
}
