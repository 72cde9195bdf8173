import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { browserMissing, openWindow, startBrowser } from '../test/support/browser/browser.ts'
import { canvasOf, saveIn } from '../test/support/browser/editor-page.ts'
import { addList, addSender, campaignOf } from '../test/support/campaign-fixtures.ts'
import { startService } from '../test/support/service.ts'
import { changesIn } from './editor-templates/changes.ts'
import { fetchTemplates, type Template } from './editor-templates/public-templates.ts'

/**
 * Opens public templates of other projects in the editor, edits each in three places, and counts the bytes
 * outside of these places that are not saved as they were. Prints a table; exits with 1 if there are any.
 * Arguments: a part of the names of templates, and the folder of another build.
 */
const [part = '', otherBuild = '.'] = process.argv.slice(2)

/** What an edit may remove and add. */
interface Edit {
  name: string
  /** Returns undefined if the template has nothing to edit in this way. */
  make(page: Page): Promise<{ removed: number; added: number } | undefined>
}

const typed = 'Edited.'
const description = 'A described picture'

const edits: Edit[] = [
  {
    name: 'text',
    async make(page) {
      // The longest paragraph, since a text of one word may be a link or the label of a button.
      const found = await canvasOf(page)
        .locator('[data-gjs-type=prose], [data-gjs-type=text]')
        .evaluateAll((texts) => {
          const lengths = texts.map((each) =>
            each.querySelector('table, img') || each.clientHeight < 8
              ? 0
              : (each.textContent ?? '').trim().length,
          )
          const at = lengths.indexOf(Math.max(...lengths))
          texts[at]?.scrollIntoView({ block: 'center' })
          return lengths.length === 0 ? undefined : at
        })
      if (found === undefined) return undefined
      const text = canvasOf(page).locator('[data-gjs-type=prose], [data-gjs-type=text]').nth(found)
      await text.dblclick({ force: true })
      await canvasOf(page).locator('[contenteditable=true]').waitFor()
      // At the end, the browser replaces the white space that it does not show.
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.type(typed)
      return { removed: 0, added: typed.length }
    },
  },
  {
    name: 'alt',
    async make(page) {
      const image = canvasOf(page).locator('img').first()
      if ((await image.count()) === 0) return undefined
      const before = await image.getAttribute('alt')
      await image.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await image.click({ force: true })
      await page.locator('#properties').getByLabel('Alternative text').fill(description)
      await page.keyboard.press('Tab')
      const attribute = ` alt="${description}"`
      return { removed: before === null ? 0 : before.length + 7, added: attribute.length }
    },
  },
  {
    name: 'section',
    async make(page) {
      await page.getByRole('button', { name: 'Divider', exact: true }).click()
      return { removed: 0, added: Number.POSITIVE_INFINITY }
    },
  },
]

async function measure({ name, licence, html }: Template): Promise<Row> {
  const draft = campaignOf(list, { html, draft: true })
  const { id } = (await server.api('POST', '/campaigns', draft)).body
  const savedHtml = async (): Promise<string> =>
    (await server.api('GET', `/campaigns/${id}`)).body.html
  const { editor, link } = await startEditor(id)
  const page = await openWindow(browser, { script: true, viewport: { width: 1300, height: 820 } })
  page.setDefaultTimeout(20_000)
  await page.goto(link)
  await page.getByText('All changes saved.').waitFor()
  const row: Row = { name, licence, bytes: Buffer.byteLength(html), lost: {}, isHtmlOnly: false }
  const isHtmlOnly = await page.locator('#code').isVisible()
  for (const edit of isHtmlOnly ? [] : edits) {
    const before = await savedHtml()
    const expected = await edit.make(page)
    if (!expected) continue
    await saveIn(page)
    const { removed, added, places } = changesIn(before, await savedHtml())
    row.lost[edit.name] =
      Math.max(0, removed - expected.removed) + Math.max(0, added - expected.added)
    if (process.env.SHOW_CHANGES && row.lost[edit.name] !== 0)
      console.error(name, edit.name, places.length, places.slice(0, 4))
    if (removed + added === 0) row.lost[edit.name] = Number.NaN
  }
  await page.context().close()
  editor.kill('SIGINT')
  return { ...row, isHtmlOnly }
}

interface Row {
  name: string
  licence: string
  bytes: number
  lost: Record<string, number>
  /** The editor offers only the HTML. */
  isHtmlOnly: boolean
}

/** Runs the built program, and returns it with the link that it prints. */
function startEditor(id: number): Promise<{ editor: ChildProcess; link: string }> {
  const env = {
    ...{ PATH: process.env.PATH, LANG: 'en_US.UTF-8' },
    ...{ REMITE_API_URL: server.url, REMITE_TOKEN: server.token },
    ...{ REMITE_CONFIG_DIR: join(folder, 'config'), REMITE_STATE_DIR: join(folder, 'state') },
  }
  const args = [
    resolve(otherBuild, 'bin/remite.js'),
    'campaigns',
    'edit',
    String(id),
    '--no-browser',
    '--no-autosave',
  ]
  const editor = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  return new Promise((resolve, reject) => {
    let printed = ''
    editor.once('exit', (code) => reject(new Error(`the editor ended with ${code}: ${printed}`)))
    editor.stderr.on('data', (chunk) => {
      printed += chunk
      const [link] = /http:\/\/127\.0\.0\.1:\d+\/#\S+/.exec(printed) ?? []
      if (link !== undefined) resolve({ editor, link })
    })
  })
}

if (browserMissing) throw new Error(browserMissing)
const folder = mkdtempSync(join(tmpdir(), 'remite-templates-'))
const templates = await fetchTemplates(folder).catch((error: unknown) => {
  rmSync(folder, { recursive: true, force: true })
  throw new Error('the npm registry gave no templates', { cause: error })
})
const server = await startService()
const list = await addList(server, ['eva@example.org'])
await addSender(server)
const browser = await startBrowser()
const rows: Row[] = []
try {
  for (const template of templates) {
    if (template.name.includes(part)) rows.push(await measure(template))
  }
} finally {
  await browser.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}
console.log(`| template | licence | bytes | ${edits.map(({ name }) => name).join(' | ')} |`)
console.log('|---|---|---|---|---|---|')
for (const { name, licence, bytes, lost, isHtmlOnly } of rows) {
  const cells = edits.map((edit) =>
    isHtmlOnly ? 'HTML only' : String(lost[edit.name] ?? '').replace('NaN', 'not edited'),
  )
  console.log(`| ${[name, licence, bytes, ...cells].join(' | ')} |`)
}
const isFaultless = rows.every(
  ({ lost, isHtmlOnly }) => !isHtmlOnly && Object.values(lost).every((each) => each === 0),
)
process.exitCode = isFaultless ? 0 : 1
