// Makes the pictures of the starter templates in docs/screenshots: `node scripts/run.js
// scripts/pictures.ts`. It needs Debian's Chromium.
import { mkdirSync } from 'node:fs'
import { starterIds } from '../src/html/message/starter-ids.ts'
import { starterMessage } from '../src/html/message/starters.ts'
import type { MessageBrand } from '../src/html/message/theme.ts'
import { blockTexts } from '../src/messages/en/block-texts.ts'
import { starters } from '../src/messages/en/starters.ts'
import { openWindow, startBrowser } from '../test/support/browser/browser.ts'
import { savePicture } from '../test/support/browser/pictures.ts'

const brand: MessageBrand = {
  name: 'Garden & Sun',
  logoUrl: null,
  color: '#12653a',
  font: null,
  site: 'https://garden.example/',
}

/** A landscape in flat colours, in the place of the pictures that an author adds. */
const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1104" height="560" viewBox="0 0 1104 560"><rect width="1104" height="560" fill="#cfe6d6"/><circle cx="860" cy="150" r="80" fill="#f6d77a"/><path d="M0 420 280 230 520 400 760 260 1104 430V560H0z" fill="#6fa982"/><path d="M0 500 360 380 700 500 1104 400V560H0z" fill="#2f7a51"/></svg>',
)}`

const values: Record<string, string> = {
  sender_name: 'Garden & Sun',
  postal_address: '1 High Street, 27001 Lugo',
}

/** Writes the values of merge tags, and the default of those that have one. */
const withValues = (html: string): string =>
  html
    .replaceAll('src=""', `src="${picture}"`)
    .replace(/\{\{\s*(\w+)\s*(?:\|\s*default:\s*"([^"]*)"\s*)?\}\}/g, (_, name: string, other) =>
      String(other ?? values[name] ?? '#').replaceAll('&', '&amp;'),
    )

mkdirSync('docs/screenshots/starters', { recursive: true })
const browser = await startBrowser()
const page = await openWindow(browser, { viewport: { width: 648, height: 400 } })
for (const id of starterIds) {
  const texts = { starters: starters.texts, blocks: blockTexts }
  const title = starters.list[id].subject
  await page.setContent(withValues(starterMessage({ id, language: 'en', title, brand, ...texts })))
  await savePicture(page, `starters/${id}`, 486)
}
await browser.close()
