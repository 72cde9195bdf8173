import type { Component } from 'grapesjs'
import { type BlockId, isContent } from '../../../html/message/blocks.ts'
import type { Actions } from './actions.ts'
import { type Canvas, documentOf } from './canvas.ts'
import { byId, createButton } from './elements.ts'
import { blockIcon } from './icons.ts'
import type { Place } from './insertion.ts'
import { messages } from './messages.ts'
import { columnOf, containerOf, partsOf, sectionOf, sectionsOf, unitOf } from './structure.ts'

type Dragged = { block: BlockId } | { component: Component }

/** Takes files that are dropped on an image of the message, or at a place. */
export type DropFiles = (files: readonly File[], target: Place | { image: Component }) => void

interface Edges {
  top: number
  bottom: number
  left: number
  right: number
}

/**
 * Drags blocks into the message, and sections within it. They are dropped only between two sections, or
 * in a column, wherever the pointer is. The sorter of the editor would drop them into any cell.
 */
export function setUpDragAndDrop(
  { editor, elements }: Canvas,
  actions: Actions,
  dropFiles: DropFiles,
) {
  const frame = documentOf(editor)
  const line = document.createElement('div')
  line.id = 'drop-line'
  line.hidden = true
  byId('canvas').append(line)
  let dragged: Dragged | undefined

  /** Before the editor's own listeners, which drop files and texts into any cell. */
  const listen = (name: 'dragenter' | 'dragover' | 'drop', act: (event: DragEvent) => void) =>
    frame.defaultView?.addEventListener(
      name,
      (event) => {
        event.stopImmediatePropagation()
        event.preventDefault()
        act(event)
      },
      { capture: true },
    )
  const placeOf = (event: DragEvent) => {
    const what = dragged ?? (hasFiles(event) ? { block: 'image' as const } : undefined)
    return what && placeAt(what, event.clientX, event.clientY)
  }
  /** The image under the pointer, which dropped files replace. */
  const imageAt = (event: DragEvent) =>
    dragged || !hasFiles(event)
      ? undefined
      : elements().find((each) => each.tagName === 'img' && each.getEl() === event.target)
  listen('dragenter', () => {})
  listen('dragover', (event) => {
    const place = placeOf(event)
    const image = imageAt(event)
    if (image) showFrame(image)
    else if (place) showLine(place)
    else line.hidden = true
  })
  listen('drop', (event) => {
    const place = placeOf(event)
    const image = imageAt(event)
    if (dragged && place) {
      if ('block' in dragged) void actions.add(dragged.block, place)
      else actions.moveTo(dragged.component, place)
    } else if (place || image) {
      const files = [...(event.dataTransfer?.files ?? [])]
      dropFiles(files, image ? { image } : (place as Place)) // there is one of both
    }
    end()
  })
  frame.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) line.hidden = true
  })

  function end(): void {
    dragged = undefined
    line.hidden = true
  }

  function placeAt(what: Dragged, x: number, y: number): Place | undefined {
    const root = editor.getWrapper()
    if (!root) return undefined
    const component = 'component' in what ? unitOf(what.component) : undefined
    const isForColumn = component ? columnOf(component) !== undefined : isContentBlock(what)
    const cells = isForColumn ? root.find('.rm-column').flatMap((each) => columnOf(each) ?? []) : []
    const cell = cells.find((each) => contains(edgesOf(each), x, y))
    // An element of a column is no section.
    if (component && isForColumn && !cell) return undefined
    if (component && !isForColumn && sectionOf(component) !== component) return undefined
    const around = cell ?? containerOf(root)
    const siblings = cell ? partsOf(cell) : sectionsOf(root)
    const before = siblings.find((each) => {
      const { top, bottom } = edgesOf(each)
      return y < (top + bottom) / 2
    })
    return { around, before, isColumn: cell !== undefined }
  }

  function showLine({ around, before }: Place): void {
    const { left, right, top, bottom } = edgesOf(around)
    const last = partsOf(around).at(-1)
    const y = before ? edgesOf(before).top : last ? edgesOf(last).bottom : (top + bottom) / 2
    showBox({ left, right, top: y - 2, bottom: y + 2 })
  }

  function showFrame(image: Component): void {
    showBox(edgesOf(image))
    line.classList.add('around')
  }

  function showBox({ left, right, top, bottom }: Edges): void {
    const origin = byId('canvas').getBoundingClientRect()
    const canvas = editor.Canvas.getFrameEl().getBoundingClientRect()
    line.hidden = false
    line.classList.remove('around')
    line.style.left = `${canvas.left - origin.left + left}px`
    line.style.top = `${canvas.top - origin.top + top}px`
    line.style.width = `${right - left}px`
    line.style.height = `${bottom - top}px`
  }

  return {
    /** Lets an element be dragged: as a block, or in place of the selection. */
    makeDraggable(element: HTMLElement, what: () => Dragged | undefined): void {
      element.draggable = true
      element.addEventListener('dragstart', (event) => {
        dragged = what()
        // Firefox drags nothing that has no data.
        event.dataTransfer?.setData('text/plain', '')
      })
      element.addEventListener('dragend', end)
    },
  }
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') === true

const isContentBlock = (what: Dragged): boolean => 'block' in what && isContent(what.block)

const edgesOf = (component: Component): Edges =>
  component.getEl()?.getBoundingClientRect() ?? { top: 0, bottom: 0, left: 0, right: 0 }

const contains = ({ left, right, top, bottom }: Edges, x: number, y: number): boolean =>
  left <= x && x < right && top <= y && y < bottom

/** Shows the buttons of the blocks, which are inserted by dragging, by clicking, or by keyboard. */
export function setUpBlocks(
  actions: Actions,
  { makeDraggable }: ReturnType<typeof setUpDragAndDrop>,
  ids: readonly BlockId[],
): void {
  const buttons = ids.map((id) => {
    const button = createButton(messages.blockNames[id], () => actions.add(id))
    button.prepend(blockIcon(id))
    makeDraggable(button, () => ({ block: id }))
    return button
  })
  byId('block-list').append(...buttons)
}
