import type { Component } from 'grapesjs'
import { messageFonts } from '../../../../core/mail/message-fonts.ts'
import type { Kind } from '../kinds.ts'
import { messages } from '../messages.ts'
import { readPageFont, writePageFont } from './page-font.ts'
import { readAlign, readStyle, writeAlign, writeStyle } from './style-writer.ts'

/** A property of the selection that can be edited. */
export interface Property {
  label: string
  kind: 'text' | 'color' | 'pixels' | 'choice'
  choices?: Readonly<Record<string, string>>
  /** Whether a component has the property. By default, it has. */
  isOffered?(component: Component): boolean
  read(component: Component): string
  write(component: Component, value: string): void
}

const style = (label: string, name: string, kind: Property['kind']): Property => ({
  ...{ label, kind },
  read: (component) => readStyle(component, name),
  write: (component, value) => writeStyle(component, name, value),
})

const attribute = (label: string, name: string): Property => ({
  ...{ label, kind: 'text' },
  read: (component) => String(component.getAttributes()[name] ?? ''),
  write: (component, value) => component.addAttributes({ [name]: value }),
})

const href = attribute(messages.link, 'href')
const color = style(messages.color, 'color', 'color')
const background = style(messages.background, 'background-color', 'color')
const size = style(messages.size, 'font-size', 'pixels')
type Side = 'above' | 'right' | 'below' | 'left'

/** The space inside of a component, side by side, from one to four values of CSS. */
function paddingOf(component: Component): Record<Side, string> {
  const values = readStyle(cellOf(component), 'padding').trim().split(/\s+/)
  const [above = '', right = above, below = above, left = right] = values
  return { above, right, below, left }
}

const space = (label: string, ...sides: readonly [Side, ...Side[]]): Property => ({
  ...{ label, kind: 'pixels' },
  read: (component) => paddingOf(component)[sides[0]],
  write(component, value) {
    const given = paddingOf(component)
    for (const side of sides) given[side] = value
    const all = [given.above, given.right, given.below, given.left]
    writeStyle(cellOf(component), 'padding', all.map((each) => each || '0').join(' '))
  },
})

const padding = [
  space(messages.spaceAbove, 'above'),
  space(messages.spaceBelow, 'below'),
  space(messages.spaceBeside, 'left', 'right'),
]

/** The cell of a section, which has its padding. */
const cellOf = (component: Component): Component =>
  component.getClasses().includes('rm-section') ? (component.find('td')[0] ?? component) : component

const align: Property = {
  ...{ label: messages.align, kind: 'choice' },
  choices: {
    '': messages.byDefault,
    left: messages.left,
    center: messages.center,
    right: messages.right,
  },
  read: readAlign,
  write: writeAlign,
}

const fonts = Object.fromEntries(Object.entries(messageFonts).map(([name, stack]) => [stack, name]))

const pageFont: Property = {
  ...{ label: messages.font, kind: 'choice', choices: fonts },
  isOffered: (page) => readPageFont(page) !== undefined,
  read: (page) => readPageFont(page) ?? '',
  write: writePageFont,
}

const font: Property = {
  ...{ label: messages.font, kind: 'choice' },
  choices: { '': messages.byDefault, ...fonts },
  read: (component) => readStyle(component, 'font-family'),
  write: (component, value) => writeStyle(component, 'font-family', value),
}

const imageSource: Property = {
  ...attribute(messages.imageAddress, 'src'),
  write(component, src) {
    component.addAttributes({ src })
    // An image renders the `src` of its model.
    component.set('src', src)
  },
}

const imageWidth: Property = {
  ...attribute(messages.imageWidth, 'width'),
  kind: 'pixels',
  write(component, value) {
    const width = value.replace(/px$/, '')
    component.addAttributes({ width })
    if ('max-width' in component.getStyle()) component.addStyle({ 'max-width': `${width}px` })
  },
}

const spaceHeight: Property = {
  ...{ label: messages.height, kind: 'pixels' },
  read: (component) => readStyle(component.find('td')[0] ?? component, 'height'),
  write(component, value) {
    const cell = component.find('td')[0]
    cell?.addAttributes({ height: value.replace(/px$/, '') })
    cell?.addStyle({ height: value, 'line-height': value })
  },
}

const ruleColor: Property = {
  ...{ label: messages.lineColor, kind: 'color' },
  read: (component) => / (#\w+)$/.exec(readStyle(ruleOf(component), 'border-top'))?.[1] ?? '',
  write(component, value) {
    const rule = ruleOf(component)
    rule.addStyle({ 'border-top': `1px solid ${value}` })
    rule.removeClass('rm-rule')
  },
}
const ruleOf = (component: Component): Component =>
  component.find('td').find((cell) => 'border-top' in cell.getStyle()) ?? component

const corners = style(messages.corners, 'border-radius', 'pixels')
const text = [font, size, color, align]
const box = [color, background, size, align, ...padding]

/** The properties of each kind of component. */
export const properties: Readonly<Record<Kind, readonly Property[]>> = {
  page: [background, pageFont],
  section: [background, ...padding],
  column: [background],
  heading: text,
  text: [...text, background, ...padding],
  list: text,
  quote: [background],
  link: [href, color, size],
  button: [href, background, color, size, align, corners],
  image: [imageSource, attribute(messages.imageText, 'alt'), imageWidth, align],
  divider: [ruleColor],
  space: [spaceHeight],
  box,
  html: [background],
  mergeTag: [],
}
