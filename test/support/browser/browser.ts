import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  firefox,
  type Page,
} from 'playwright-core'

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

const firefoxPath = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path))

/** Why the tests in Firefox are skipped, or undefined if it is installed. */
export const firefoxMissing = firefoxPath ? undefined : 'Firefox is not installed'

/** Starts Debian's Firefox, over WebDriver BiDi. It always has the light scheme. */
export async function startFirefox(): Promise<Browser> {
  const started = await firefox.launch({
    channel: 'moz-firefox',
    ...(firefoxPath && { executablePath: firefoxPath }),
  })
  ignoreEmulatedMedia(started)
  return started
}

/** Playwright sends this command to each new window, and Firefox does not know it yet. */
function ignoreEmulatedMedia(browser: Browser): void {
  // Playwright runs in this process, and has no option for this.
  const { _connection: connection } = browser as unknown as {
    _connection: { toImpl(object: unknown): { _browserSession: object } }
  }
  const sessions = Object.getPrototypeOf(connection.toImpl(browser)._browserSession) as {
    send(method: string, ...more: unknown[]): Promise<unknown>
  }
  const { send } = sessions
  sessions.send = function (method, ...more) {
    return method === 'emulation.setMediaFeaturesOverride'
      ? Promise.resolve({})
      : send.call(this, method, ...more)
  }
}

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
