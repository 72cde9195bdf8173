import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const executablePath = '/usr/bin/chromium'

/** Why the browser tests are skipped, or undefined if the browser is installed. */
export const browserMissing = existsSync(executablePath)
  ? undefined
  : `${executablePath} is not installed`

/** Starts Debian's Chromium without background requests, so that it calls only the pages of the tests. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

/** The viewport of a phone in portrait orientation. */
export const phone = { width: 375, height: 740 }

export interface WindowOptions {
  language?: 'en' | 'es'
  /** Off by default, because the pages must work without scripts. */
  script?: boolean
  dark?: boolean
  viewport?: { width: number; height: number }
}

/** Opens a page in a new browser context, without cookies and history. */
export async function openWindow(
  browser: Browser,
  { language = 'en', script = false, dark = false, viewport = phone }: WindowOptions = {},
): Promise<Page> {
  const options: BrowserContextOptions = {
    locale: language,
    javaScriptEnabled: script,
    colorScheme: dark ? 'dark' : 'light',
    viewport,
  }
  return (await browser.newContext(options)).newPage()
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { html: string }[]
}

/** Returns the accessibility violations that axe finds on a page. The window must allow scripts. */
export async function violationsOn(page: Page): Promise<string[]> {
  // Playwright injects axe outside the page's Content-Security-Policy. Message frames are not checked:
  // no script can be injected there, and their content comes from the sender.
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run({ iframes: false })')) as {
    violations: Violation[]
  } // The result type of axe.
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Returns how many pixels the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
