import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, violationsOn } from '../support/browser/browser.ts'
import { canvasOf, saveIn, startEditorSuite } from '../support/browser/editor-page.ts'
import { newFolder } from '../support/folder.ts'
import { waitFor } from '../support/wait.ts'

type Suite = Awaited<ReturnType<typeof startEditorSuite>>

describe.skipIf(browserMissing)('images in the visual editor', () => {
  let suite: Suite
  beforeAll(async () => {
    suite = await startEditorSuite()
  })
  afterAll(() => suite.close())
  afterEach(() => suite.stopEditors())

  /** A PNG of one colour. */
  const picture = (width: number, height: number, background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer()

  interface Given {
    name: string
    bytes: Buffer
    type?: string
  }

  /**
   * Drops files on the element of the canvas that a selector finds, near its upper or lower edge, or pastes
   * them there. A browser gives scripts no other way to do it.
   */
  const give = (
    page: Page,
    event: 'drop' | 'paste',
    selector: string,
    { files, edge = 'center' }: { files: Given[]; edge?: 'top' | 'center' | 'bottom' },
  ) => {
    const data = files.map(({ name, bytes, type = 'image/png' }) => ({
      ...{ name, type },
      base64: bytes.toString('base64'),
    }))
    return page.evaluate(`{
      const canvas = document.querySelector('.gjs-frame').contentDocument
      const target = canvas.querySelector(${JSON.stringify(selector)})
      const data = new DataTransfer()
      for (const { name, type, base64 } of ${JSON.stringify(data)}) {
        const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))
        data.items.add(new File([bytes], name, { type }))
      }
      const { left, top, width, height } = target.getBoundingClientRect()
      const y = { top: top + 3, center: top + height / 2, bottom: top + height - 3 }['${edge}']
      const where = { bubbles: true, cancelable: true, clientX: left + width / 2, clientY: y }
      if ('${event}' === 'paste') {
        target.dispatchEvent(new ClipboardEvent('paste', { ...where, clipboardData: data }))
      } else {
        target.dispatchEvent(new DragEvent('dragover', { ...where, dataTransfer: data }))
        target.dispatchEvent(new DragEvent('drop', { ...where, dataTransfer: data }))
      }
    }`)
  }

  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Image' })

  async function describeImage(page: Page, text: string): Promise<void> {
    await dialogOf(page).waitFor()
    await page.getByLabel('Alternative text').last().fill(text)
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor({ state: 'hidden' })
  }

  const imagesIn = (html: string) =>
    [...html.matchAll(/<img [^>]*>/g)].map(([tag]) => ({
      src: /src="([^"]*)"/.exec(tag)?.[1],
      alt: /alt="([^"]*)"/.exec(tag)?.[1],
      width: Number(/ width="(\d+)"/.exec(tag)?.[1]),
    }))

  test('an image block uploads a file, or takes one of the gallery, by keyboard alone', async () => {
    const id = await suite.draftOf()
    const { page, complaints } = await suite.openEditor(id)
    const bread = join(newFolder(), 'bread.png')
    writeFileSync(bread, await picture(1400, 700, '#b5651d'))
    await page.getByRole('button', { name: 'Image', exact: true }).click()
    await page.getByText('No images yet.').waitFor()
    const choosing = page.waitForEvent('filechooser')
    // The focus is on the button to upload.
    await page.locator('#address button:focus').waitFor()
    await page.keyboard.press('Enter')
    await (await choosing).setFiles(bread)
    const choice = page.getByRole('radio', { name: /^bread\.png 1200 × 600 px/ })
    await choice.waitFor()
    expect(await violationsOn(page)).toEqual([])
    await describeImage(page, 'A loaf of bread')
    await canvasOf(page).getByAltText('A loaf of bread').dblclick()
    await choice.waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Image', exact: true }).click()
    await choice.waitFor()
    // From the button through the gallery to the text of the image.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('The same loaf')
    await page.keyboard.press('Enter')
    await saveIn(page)
    const [first, second, ...more] = imagesIn(await suite.savedHtml(id))
    expect(first).toEqual({
      src: expect.stringMatching(/\/i\/[\w-]+\.png$/),
      alt: 'A loaf of bread',
      width: 552,
    })
    expect(second).toEqual({ ...first, alt: 'The same loaf' })
    expect(more).toEqual([])
    expect(complaints).toEqual([])
  })

  test('files are dropped between sections and on an image, and an image is pasted', async () => {
    const id = await suite.draftOf()
    const { page, complaints } = await suite.openEditor(id)
    for (const name of ['Heading', 'Text']) {
      await page.getByRole('button', { name, exact: true }).click()
      await canvasOf(page).locator('[contenteditable=true]').waitFor()
    }
    const small = { name: 'small.png', bytes: await picture(90, 60, '#12653a') }
    const large = { name: 'large.png', bytes: await picture(1000, 500, '#0b57d0') }
    await give(page, 'drop', 'p', { files: [small], edge: 'top' })
    await describeImage(page, 'Small')
    await give(page, 'drop', 'img', { files: [large] })
    await describeImage(page, 'Large')
    await give(page, 'paste', 'p', { files: [large] })
    await describeImage(page, 'Pasted')
    await saveIn(page)
    const html = await suite.savedHtml(id)
    // No wider than it was, and no wider than its own pixels.
    expect(imagesIn(html).map(({ alt, width }) => [alt, width])).toEqual([
      ['Large', 90],
      ['Pasted', 552],
    ])
    expect(html).toMatch(/<h2.*alt="Large".*alt="Pasted".*<p /s)
    expect(await canvasOf(page).locator('td.rm-content > table').count()).toBe(4)
    // The text of the image, then the image.
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await waitFor(async () => (await canvasOf(page).locator('img').count()) === 1)
    expect(complaints).toEqual([])
  })

  test('what cannot be uploaded is said in words, and the message stays as it is', async () => {
    const id = await suite.draftOf()
    const { page } = await suite.openEditor(id, ['--lang', 'es'])
    await page.getByRole('button', { name: 'Texto', exact: true }).click()
    const alert = page.locator('#alert')
    const drop = (file: Given) => give(page, 'drop', 'p', { files: [file] })
    await drop({ name: 'notas.pdf', bytes: Buffer.from('%PDF'), type: 'application/pdf' })
    await alert.getByText('«notas.pdf» no es una imagen').waitFor()
    await drop({ name: 'grande.png', bytes: Buffer.alloc(10 * 1024 * 1024 + 1, 1) })
    await alert.getByText('«grande.png» ocupa 10 MB').waitFor()
    await drop({ name: 'falsa.png', bytes: Buffer.from('no image') })
    await alert.getByText(/«falsa\.png» no se ha subido\. .*No es una imagen PNG/).waitFor()
    expect(await canvasOf(page).locator('img').count()).toBe(0)
    expect(await violationsOn(page)).toEqual([])
  })

  /** A photo of a phone that lies on its side: red above, blue below, and to be turned clockwise. */
  const photo = async (width: number, height: number) => {
    const pixels = Buffer.alloc(width * height * 3)
    let state = 7
    for (let index = 0; index < pixels.length; index += 3) {
      state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff
      const isAbove = index < pixels.length / 2
      pixels[index] = (isAbove ? 150 : 0) + (state >> 24)
      pixels[index + 1] = (state >> 16) & 127
      pixels[index + 2] = (isAbove ? 0 : 150) + ((state >> 8) & 63)
    }
    return sharp(pixels, { raw: { width, height, channels: 3 } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer()
  }

  test('a photo over the limit is made smaller in the browser, and arrives upright', async () => {
    const id = await suite.draftOf()
    const { page, complaints } = await suite.openEditor(id)
    const file = join(newFolder(), 'phone.jpg')
    const bytes = await photo(3200, 2400)
    expect(bytes.length).toBeGreaterThan(10 * 1024 * 1024)
    writeFileSync(file, bytes)
    await page.getByRole('button', { name: 'Image', exact: true }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload…' }).click()
    await (await choosing).setFiles(file)
    await page.getByText(/“phone\.jpg” had \d+\.?\d*\sMB\. It was made smaller/).waitFor()
    await page.getByRole('radio', { name: /^phone\.jpg 1200 × 1600 px/ }).waitFor()
    expect(await violationsOn(page)).toEqual([])
    await describeImage(page, 'A phone')
    await saveIn(page)
    const [{ src = '' } = {}] = imagesIn(await suite.savedHtml(id))
    const stored = await (await fetch(src)).arrayBuffer()
    const colorAt = async (left: number) => {
      const part = sharp(stored).extract({ left, top: 700, width: 200, height: 200 })
      const { dominant } = await sharp(await part.toBuffer()).stats()
      return dominant.r > dominant.b ? 'red' : 'blue'
    }
    expect([await colorAt(100), await colorAt(900)]).toEqual(['blue', 'red'])
    expect(complaints).toEqual([])
  })
})
