import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockIds, blockSection } from '../../src/html/message/blocks.ts'
import { messageDocument } from '../../src/html/message/document.ts'
import { starterIds } from '../../src/html/message/starter-ids.ts'
import { starterMessage } from '../../src/html/message/starters.ts'
import { createTheme, type MessageBrand } from '../../src/html/message/theme.ts'
import { blockTexts } from '../../src/messages/en/block-texts.ts'
import { starters } from '../../src/messages/en/starters.ts'
import { browserMissing, openWindow, startBrowser } from '../support/browser/browser.ts'

const picture =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%221600%22 height=%22800%22/%3E'

const brandOf = (color: string): MessageBrand => ({
  name: 'Huerta & Sol',
  logoUrl: picture,
  color,
  font: null,
  site: 'https://huerta.example/',
})

/** Every block below each other, and every starter template. */
function documentsOf(brand: MessageBrand, width?: number): [string, string][] {
  const theme = createTheme(brand, width)
  const sections = blockIds.map((id) => blockSection(id, theme, blockTexts)).join('\n')
  const blocks = messageDocument({ language: 'en', title: 'Blocks', theme, sections })
  const all = starterIds.map((id): [string, string] => {
    const texts = { starters: starters.texts, blocks: blockTexts }
    return [id, starterMessage({ id, language: 'en', title: id, brand, ...texts })]
  })
  return [['blocks', blocks], ...(width === undefined ? all : [])]
}

/** What is wrong with the message in the window. Each entry names its element. */
const faults = `(() => {
  const found = []
  const nameOf = (element) => element.outerHTML.replace(/\\s+/g, ' ').slice(0, 120)
  const wide = document.documentElement.clientWidth
  const over = document.documentElement.scrollWidth - wide
  if (over > 0) found.push('scrolls sideways by ' + over)
  const colorOf = (text) => {
    const [red, green, blue, alpha = 1] = text.match(/[\\d.]+/g).map(Number)
    return { rgb: [red, green, blue], alpha }
  }
  const luminance = (rgb) => {
    const [red, green, blue] = rgb.map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const groundOf = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const ground = colorOf(getComputedStyle(each).backgroundColor)
      if (ground.alpha > 0) return ground.rgb
    }
    return [255, 255, 255]
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    if (texts.currentNode.data.replace(/[\\s\\u00a0]/g, '') === '' || element.matches('style, title')) continue
    const [light, dark] = [colorOf(getComputedStyle(element).color).rgb, groundOf(element)]
      .map(luminance).sort((a, b) => b - a)
    const contrast = (light + 0.05) / (dark + 0.05)
    if (contrast < 4.5) found.push('contrast ' + contrast.toFixed(2) + ' of ' + nameOf(element))
  }
  for (const face of document.querySelectorAll('.rm-face')) {
    face.scrollIntoView({ block: 'center' })
    const { left, top, right, bottom, height } = face.getBoundingClientRect()
    if (height < 44) found.push('low button ' + height + ' ' + nameOf(face))
    for (const [x, y] of [[left + 8, top + 3], [right - 8, top + 3], [left + 8, bottom - 3], [right - 8, bottom - 3]]) {
      if (!face.contains(document.elementFromPoint(x, y))) found.push('no link at the edge of ' + nameOf(face))
    }
  }
  for (const image of document.images) {
    const box = image.getBoundingClientRect()
    const around = image.closest('td').getBoundingClientRect()
    if (box.right > around.right + 0.5 || box.left < around.left - 0.5) found.push('wide picture ' + nameOf(image))
  }
  for (const row of document.querySelectorAll('.rm-columns')) {
    const boxes = [...row.children].filter((each) => each.matches('.rm-column')).map((each) => each.getBoundingClientRect())
    const isStacked = boxes.every((box, index) => index === 0 || box.top >= boxes[index - 1].bottom - 1)
    const isSideBySide = boxes.every((box) => Math.abs(box.top - boxes[0].top) < 1)
    if (wide < 600 ? !isStacked : !isSideBySide) found.push('columns ' + boxes.map((box) => [box.left, box.top].map(Math.round)).join(' '))
    if (wide < 600 && boxes.some((box) => box.width < wide - 32)) found.push('narrow column ' + boxes.map((box) => box.width))
  }
  return found
})()`

describe.skipIf(browserMissing)('messages in a browser', () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await startBrowser()
    page = await openWindow(browser, { script: true })
  })
  afterAll(() => browser.close())

  async function faultsOf(html: string): Promise<string[]> {
    const all: string[] = []
    await page.setContent(html.replaceAll('src=""', `src="${picture}"`))
    for (const width of [320, 600, 615, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const found = (await page.evaluate(faults)) as string[]
        all.push(...found.map((fault) => `${width} ${colorScheme}: ${fault}`))
      }
    }
    return all
  }

  test.each(['#12653a', '#ffe14d'])(
    'blocks and starters in %s fit, stack, can be read and pressed, in light and dark',
    async (color) => {
      for (const [id, html] of documentsOf(brandOf(color))) {
        expect([id, await faultsOf(html)]).toEqual([id, []])
      }
    },
  )

  test('blocks on a page of 480 px fit as well', async () => {
    const [[, html] = ['', '']] = documentsOf(brandOf('#0b57d0'), 480)
    expect(await faultsOf(html)).toEqual([])
  })
})
