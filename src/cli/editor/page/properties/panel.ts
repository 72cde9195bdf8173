import type { Component } from 'grapesjs'
import type { Theme } from '../../../../html/message/theme.ts'
import type { Actions } from '../actions.ts'
import type { Canvas } from '../canvas.ts'
import { byId, createButton } from '../elements.ts'
import { showIcon } from '../icons.ts'
import { kindOf, meantBy, nameOf, pathOf } from '../kinds.ts'
import { messages } from '../messages.ts'
import { elementsIn } from '../structure.ts'
import { tagControls } from '../text/tag-controls.ts'
import { colorControl } from './color-control.ts'
import { htmlControl } from './html-control.ts'
import { widthControl } from './page-width.ts'
import { type Property, properties } from './property-list.ts'

interface PropertiesOptions {
  canvas: Canvas
  actions: Actions
  theme: Theme
  /** The keys of the merge tags. */
  tags: readonly string[]
}

/** Shows the panel next to the canvas. Everything in it works by keyboard. */
export function showProperties({ canvas, actions, theme, tags }: PropertiesOptions): void {
  const { editor } = canvas
  const panel = byId('selected')

  function draw(): void {
    const root = editor.getWrapper()
    const selected = editor.getSelected()
    if (!root) return
    const meant = selected ? meantBy(selected) : root
    if (selected && meant !== selected) return void editor.select(meant)
    // On our own page, its properties belong to the table that fills it.
    const page = root.find('table.rm-page')[0]
    const kind = kindOf(meant)
    const shown = kind === 'page' ? page : meant
    const propertiesOf = (component: Component) =>
      properties[kind].filter(({ isOffered }) => isOffered?.(component) ?? true)
    panel.replaceChildren(
      nameLine(meant),
      ...(kind === 'page' ? [] : [path(meant), actionsOf(meant)]),
      ...(shown ? propertiesOf(shown).map((property) => controlOf(shown, property, theme)) : []),
      ...(kind === 'page' && page ? [widthControl(canvas)] : []),
      ...(kind === 'mergeTag' ? tagControls(meant, tags) : []),
      ...(kind === 'html' ? [htmlControl(canvas, meant)] : []),
    )
  }
  editor.on('component:selected component:deselected', draw)
  editor.on('undo redo', draw)
  draw()

  function nameLine(selected: Component): HTMLElement {
    const name = document.createElement('p')
    name.id = 'selected-name'
    name.textContent = nameOf(selected)
    if (kindOf(selected) === 'box') name.textContent += ` <${selected.tagName}>`
    const line = document.createElement('div')
    line.className = 'name-line'
    line.append(name, walk(selected))
    return line
  }

  /** The components around the selection, each of which can be selected. */
  function path(selected: Component): HTMLElement {
    const list = document.createElement('nav')
    list.ariaLabel = messages.path
    for (const each of pathOf(selected).slice(0, -1)) {
      list.append(
        createButton(nameOf(each), async () => {
          await canvas.commitText()
          editor.select(each)
        }),
        ' › ',
      )
    }
    list.append(nameOf(selected))
    return list
  }

  /** Selects the element before or after the selection, of those that have a name. */
  function walk(selected: Component): HTMLElement {
    const step = (by: 1 | -1) => async () => {
      // The end of text editing replaces the elements in the text.
      await canvas.commitText()
      const all = elementsIn(editor.getWrapper()).filter((each) => meantBy(each) === each)
      const at = all.indexOf(selected) + by
      const next = all[(at + all.length) % all.length]
      if (!next) return
      editor.select(next)
      editor.Canvas.scrollTo(next)
      byId(by === 1 ? 'select-next' : 'select-previous').focus()
    }
    const row = document.createElement('div')
    row.className = 'row'
    const previous = iconButton('previous', step(-1))
    previous.id = 'select-previous'
    const next = iconButton('next', step(1))
    next.id = 'select-next'
    row.append(previous, next)
    return row
  }

  function actionsOf(selected: Component): HTMLElement {
    const row = document.createElement('div')
    row.className = 'row'
    row.append(
      createButton(kindOf(selected) === 'image' ? messages.images.gallery : messages.edit, () =>
        actions.editText(selected),
      ),
      iconButton('up', () => actions.move(selected, -1)),
      iconButton('down', () => actions.move(selected, 1)),
      iconButton('duplicate', () => actions.duplicate(selected)),
      iconButton('remove', () => actions.remove(selected)),
    )
    return row
  }
}

function iconButton(
  name: 'up' | 'down' | 'duplicate' | 'remove' | 'previous' | 'next',
  act: () => unknown,
): HTMLButtonElement {
  const button = createButton('', act)
  showIcon(button, name, messages[name])
  return button
}

function controlOf(selected: Component, property: Property, theme: Theme): HTMLElement {
  const { label, kind } = property
  const accept = (value: string) => property.write(selected, value)
  if (kind === 'color') {
    const value = property.read(selected)
    const shown = /^#[\da-f]{6}$/i.test(value) ? value : shownColor(selected, label)
    return colorControl({ label, value: shown, theme, accept })
  }
  const around = document.createElement('label')
  const control = property.choices ? choiceOf(property, selected) : document.createElement('input')
  const value = property.read(selected)
  if (kind === 'pixels') control.setAttribute('inputmode', 'numeric')
  control.value = kind === 'pixels' ? value.replace(/px$/, '') : value
  let last = control.value
  control.addEventListener('change', () => {
    if (control.value === last) return
    last = control.value
    const given = control.value.trim()
    accept(kind === 'pixels' && given !== '' ? pixelsIn(given) : given)
  })
  around.append(label, control)
  return around
}

function pixelsIn(given: string): string {
  const number = Number.parseFloat(given)
  return `${Number.isNaN(number) ? 16 : number}px`
}

function choiceOf({ choices = {}, read }: Property, selected: Component): HTMLSelectElement {
  const select = document.createElement('select')
  const value = read(selected)
  // A value from another tool is a choice of its own.
  const all = value in choices ? choices : { ...choices, [value]: value.split(',')[0] ?? value }
  for (const [each, label] of Object.entries(all)) select.append(new Option(label, each))
  return select
}

/** Returns the computed color, because a color input cannot be empty. */
function shownColor(selected: Component, label: string): string {
  const name = label === messages.background ? 'background-color' : 'color'
  const element = selected.getEl()
  const shown = element?.ownerDocument.defaultView?.getComputedStyle(element).getPropertyValue(name)
  const [red, green, blue, alpha = '1'] = shown?.match(/[\d.]+/g) ?? []
  if (!blue || alpha === '0') return '#ffffff'
  return `#${[red, green, blue].map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
}
