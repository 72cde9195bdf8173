import type { Locator, Page } from 'playwright-core'
import { footer, header } from '../../../src/html/message/blocks.ts'
import { button } from '../../../src/html/message/button.ts'
import { messageDocument } from '../../../src/html/message/document.ts'
import { divider, heading, link, paragraph } from '../../../src/html/message/elements.ts'
import { columns, section } from '../../../src/html/message/tables.ts'
import { createTheme } from '../../../src/html/message/theme.ts'
import { blockTexts } from '../../../src/messages/en/block-texts.ts'
import { canvasOf } from './editor-page.ts'

/** The moments of writing that a picture shows. */
export type WritingStep = 'empty' | 'text' | 'link' | 'columns' | 'done'

interface Writing {
  /** Whether the browser drops what its driver drags. Firefox does so only for a real mouse. */
  drags: boolean
  onStep(step: WritingStep): Promise<void>
}

/** Writes a newsletter into an empty message as a person does: by mouse and keyboard. */
export async function writeNewsletter(page: Page, { drags, onStep }: Writing): Promise<void> {
  const canvas = canvasOf(page)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const beEditing = () => canvas.locator('[contenteditable=true]').waitFor()
  await page.locator('#starters').waitFor()
  await onStep('empty')
  await press('Header with logo')
  await press('Heading')
  await beEditing()
  await page.keyboard.type('News from the garden')
  await press('Text')
  await beEditing()
  await page.keyboard.type('Hello ')
  await page.getByRole('combobox', { name: 'Merge tag' }).selectOption('{{ nombre }}')
  await page.getByLabel('If it is empty').fill('friend')
  await press('Insert')
  await page.keyboard.type(', the first tomatoes are here')
  await onStep('text')
  // A link over the last words, by keyboard.
  await page.keyboard.press('Shift+Control+ArrowLeft')
  await page.keyboard.press('Shift+Control+ArrowLeft')
  await page.keyboard.press('Control+k')
  await page.getByLabel('Address', { exact: true }).fill('garden.example/tomatoes')
  await onStep('link')
  await page.keyboard.press('Enter')
  await press('Button')
  await page.getByLabel('Address', { exact: true }).fill('https://garden.example/')
  await page.keyboard.press('Enter')
  await overwrite(page, canvas.getByText('Learn more'), 'Order a basket')
  if (!drags) await press('Divider')
  await press('Two columns')
  const texts = canvas.locator('.rm-column p')
  await overwrite(page, texts.first(), 'Open from nine to five.')
  await overwrite(page, texts.last(), 'Closed on Sundays.')
  await onStep('columns')
  await press('Footer with unsubscribe')
  if (drags) await dragBlock(page, 'Divider')
  await onStep('done')
}

async function overwrite(page: Page, sample: Locator, text: string): Promise<void> {
  const { x, y, width, height } = await placeOf(page, sample)
  // A double click would depend on the speed of the machine.
  await page.mouse.click(x + width / 2, y + height / 2)
  await page.keyboard.press('Enter')
  await canvasOf(page).locator('[contenteditable=true]').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Scrolls to an element of the canvas and returns where it is in the window. */
async function placeOf(page: Page, part: Locator): Promise<Box> {
  await part.waitFor()
  // Playwright does not know the places in frames of Firefox.
  const inner = await part.evaluate(boxOf)
  const frame = await page.locator('.gjs-frame').evaluate(boxOf)
  return { ...inner, x: frame.x + inner.x, y: frame.y + inner.y }
}

interface Scrollable {
  scrollIntoView(options: object): void
  getBoundingClientRect(): Box
}

/** Runs in the browser. */
function boxOf(part: Scrollable): Box {
  part.scrollIntoView({ block: 'nearest' })
  const { x, y, width, height } = part.getBoundingClientRect()
  return { x, y, width, height }
}

/** Drags a block to the border above the columns. */
async function dragBlock(page: Page, name: string): Promise<void> {
  const target = await placeOf(page, canvasOf(page).locator('.rm-columns'))
  await page.getByRole('button', { name, exact: true }).hover()
  await page.mouse.down()
  const [x, y] = [target.x + 30, target.y + 2]
  await page.mouse.move(x, y + 60, { steps: 6 })
  await page.mouse.move(x, y, { steps: 6 })
  await page.locator('#drop-line').waitFor()
  await page.mouse.up()
}

export const newsletterBrand = {
  ...{ name: 'Garden & Sun', color: '#12653a', site: 'https://garden.example/' },
}

/** The newsletter that was meant, in its brand. */
export function meantNewsletter(title: string): string {
  const theme = createTheme({ ...newsletterBrand, logoUrl: null, font: null })
  const tomatoes = link(theme, 'are here', 'https://garden.example/tomatoes')
  const hello = `Hello {{ nombre | default: "friend" }}, the first tomatoes ${tomatoes}`
  const hours = ['Open from nine to five.', 'Closed on Sundays.']
  const sections = [
    header(theme),
    section(heading(theme, 'News from the garden')),
    section(paragraph(theme, hello)),
    section(button(theme, { label: 'Order a basket', href: 'https://garden.example/' })),
    section(divider()),
    columns(
      hours.map((text) => paragraph(theme, text)),
      theme,
    ),
    footer(theme, blockTexts),
  ]
  return messageDocument({ language: 'en', title, theme, sections: sections.join('\n') })
}
