import type { Component } from 'grapesjs'
import type { Place, ShownItem } from '../shown-item.ts'
import { type Call, RequestError } from './calls.ts'
import type { Canvas } from './canvas.ts'
import { type Mark, setUpMarks } from './check-marks.ts'
import { byId, field, onClick, setText } from './elements.ts'
import { fill, messages } from './messages.ts'
import { findElements } from './place-elements.ts'
import { elementsIn } from './structure.ts'
import { isUnfinished } from './unfinished.ts'

interface CheckPanelOptions {
  call: Call
  canvas: Canvas
  /** The HTML that was saved last. */
  savedHtml(): string
  /** Saves pending changes after asking. */
  beSaved(): Promise<boolean>
  isDesigned(): boolean
  openSource(): Promise<void>
}

interface CheckPanel {
  run(): Promise<void>
  /** Finds the elements again after the canvas was loaded. */
  refresh(): void
  setUnsaved(isUnsaved: boolean): void
}

/** Shows the findings of the check, and marks their elements on the canvas. */
export function setUpCheck(options: CheckPanelOptions): CheckPanel {
  const { call, canvas, savedHtml, beSaved, isDesigned, openSource } = options
  const showMarks = setUpMarks(canvas)
  let items: readonly ShownItem[] = []
  let html = ''
  let elements: readonly Component[] = []
  let found = new Map<Place, Component>()
  let runs = 0

  async function run(): Promise<void> {
    runs += 1
    const current = runs
    const checked = savedHtml()
    const seen = canvas.html() === checked ? canvas.elements() : []
    setText('check-status', messages.checking)
    try {
      const answer = await call<{ items: ShownItem[] }>('check')
      if (current !== runs) return
      items = answer.items
      html = checked
      elements = seen
      draw()
      setText('check-status', summary())
    } catch (error) {
      if (current !== runs) return
      setText('check-status', error instanceof RequestError ? error.message : messages.lost)
    }
  }

  function summary(): string {
    const errors = items.filter(({ level }) => level === 'error').length
    const warnings = items.filter(({ level }) => level === 'warn').length
    if (errors + warnings === 0) return messages.checkClean
    return fill(messages.checkFound, { errors, warnings })
  }

  function draw(): void {
    const places = items
      .flatMap((item) => item.places)
      .filter(({ part, variant }) => part === 'html' && variant === undefined)
    const numbers = findElements(
      html,
      places.map(({ offset }) => offset),
    )
    found = new Map(
      places.flatMap((place, index) => {
        const number = numbers[index]
        const element = number === undefined || number < 0 ? undefined : elements[number]
        return element ? [[place, element] as const] : []
      }),
    )
    const rows = items.map(rowOf)
    byId('check-items').replaceChildren(...rows.map(({ row }) => row))
    byId('translate-tags').hidden = !items.some(
      ({ code, isFixable }) => code === 'foreign_tag' && isFixable !== false,
    )
    const marks = new Map<Component, Mark>()
    for (const [index, { level, code, message, places: own }] of items.entries()) {
      if (level === 'ok') continue
      for (const component of new Set(own.flatMap((place) => found.get(place) ?? []))) {
        // It is already marked as unfinished. Outlook's shape of a button is in the cell around it.
        const shown = code === 'link_empty' ? [component, ...elementsIn(component)] : [component]
        if (shown.some(isUnfinished)) continue
        const mark = marks.get(component)
        const [isError, title] = [level === 'error', `${nameOf(level)}: ${message}`]
        marks.set(component, {
          ...{ component, act: () => rows[index]?.control?.focus() },
          ...mark,
          isError: isError || mark?.isError === true,
          title: mark ? `${mark.title}\n${title}` : title,
        })
      }
    }
    showMarks([...marks.values()])
  }

  function rowOf(item: ShownItem) {
    const { level, message, suggestion, places } = item
    const row = document.createElement('li')
    row.className = level
    const name = document.createElement('strong')
    name.textContent = nameOf(level)
    const isLink = places.length > 0
    const control = document.createElement(isLink ? 'button' : 'span')
    control.textContent = message
    row.append(name, control)
    if (suggestion !== undefined) row.append(note(fill(messages.suggestion, { text: suggestion })))
    if (places.length > 1) row.append(note(fill(messages.places, { count: places.length })))
    if (!isLink) return { row, control: undefined }
    control.setAttribute('type', 'button')
    let next = 0
    control.addEventListener('click', () => {
      void show(item, next)
      next = (next + 1) % places.length
    })
    return { row, control }
  }

  /** Selects a place: in the canvas, in a field, or in the HTML. */
  async function show({ places }: ShownItem, index: number): Promise<void> {
    const place = places[index]
    if (!place) return
    const { part, variant, line, offset, length } = place
    const values = { number: index + 1, count: places.length }
    if (variant !== undefined || !['asunto', 'preheader', 'html'].includes(part)) {
      const name =
        variant === undefined ? messages.plainText : fill(messages.variant, { name: variant })
      return setText('check-status', fill(messages.placeElsewhere, { part: name, line }))
    }
    if (part !== 'html') {
      const written = field(part)
      written.focus()
      written.setSelectionRange(offset, offset + length)
      return setText('check-status', fill(messages.placeInField, values))
    }
    const component = found.get(place)
    if (isDesigned() && component?.getEl()?.isConnected) {
      canvas.editor.select(component)
      canvas.editor.Canvas.scrollTo(component, { force: true, block: 'center' })
      return setText('check-status', fill(messages.placeSelected, values))
    }
    await openSource()
    const code = byId<HTMLTextAreaElement>('html')
    const at = nearest(code.value, html.slice(offset, offset + length), offset)
    if (at === undefined) return setText('check-status', messages.placeGone)
    code.setSelectionRange(at, at + length)
    code.blur()
    code.focus() // scrolls to the selection
    setText('check-status', fill(messages.placeInSource, values))
  }

  onClick('run-check', async () => {
    if (await beSaved()) await run()
  })

  return {
    run,
    refresh() {
      elements = canvas.html() === html ? canvas.elements() : []
      draw()
    },
    setUnsaved(isUnsaved) {
      byId('check-stale').hidden = !isUnsaved
    },
  }
}

function nameOf(level: string): string {
  if (level === 'error') return messages.checkError
  return level === 'warn' ? messages.checkWarning : messages.checkNote
}

function note(sentence: string): HTMLElement {
  const element = document.createElement('p')
  element.className = 'quiet'
  element.textContent = sentence
  return element
}

/** Returns where a text occurs, next to the position where it was. */
function nearest(text: string, searched: string, position: number): number | undefined {
  if (text.startsWith(searched, position)) return position
  const before = text.lastIndexOf(searched, position)
  const after = text.indexOf(searched, position)
  if (before < 0 || after < 0) return before < 0 && after < 0 ? undefined : Math.max(before, after)
  return position - before <= after - position ? before : after
}
