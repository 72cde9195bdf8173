import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const program = '/usr/bin/chromium'

/** Why there is nothing to see here; undefined where a browser is. */
export const whyNoBrowser = existsSync(program) ? undefined : `${program} is not installed`

/** Debian's Chromium; it calls nobody but the pages that a test opens. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: program,
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

/** A phone, held upright. */
export const phone = { width: 375, height: 740 }

export interface Seen {
  language?: 'en' | 'es'
  /** The pages promise to need none. */
  script?: boolean
  dark?: boolean
  viewport?: { width: number; height: number }
}

/** A window of its own, without a history. */
export async function openWindow(
  browser: Browser,
  { language = 'en', script = false, dark = false, viewport = phone }: Seen = {},
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

/** What an engine for accessibility finds wrong with a page, whose window runs scripts. */
export async function violationsOn(page: Page): Promise<string[]> {
  // The policy of the page lets no script in; this one comes from beside it. Into the frame of a
  // message nothing comes, and what stands there is somebody else's.
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run({ iframes: false })')) as {
    violations: Violation[]
  } // axe's own shape
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** How far a page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
