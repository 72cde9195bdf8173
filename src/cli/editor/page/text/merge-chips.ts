import type { Editor } from 'grapesjs'
import { messages } from '../messages.ts'

/** A merge tag that writes one value, with a default for contacts without it. */
interface MergeTag {
  key: string
  fallback: string
}

/** Parents in which a parser allows no element for a chip. */
const unfit =
  'table, tbody, thead, tfoot, tr, colgroup, script, style, textarea, title, select, option'
const tags = /\{\{(?:(?!\{\{)[\s\S])*?\}\}/g
const simple =
  /^\{\{-?\s*(?:([\p{L}_][\p{L}\w-]*)|contact\["([^"]+)"\])\s*(?:\|\s*default:\s*(?:"([^"]*)"|'([^']*)'))?\s*-?\}\}$/u

/** Returns undefined for a tag with other filters. */
export function readTag(tag: string): MergeTag | undefined {
  const found = simple.exec(tag)
  const [, key, , double, single] = found ?? []
  return key === undefined ? undefined : { key, fallback: double ?? single ?? '' }
}

export function writeTag({ key, fallback }: MergeTag): string {
  const text = fallback.trim()
  if (text === '') return `{{ ${key} }}`
  const quote = text.includes('"') ? "'" : '"'
  return `{{ ${key} | default: ${quote}${text.replaceAll(quote, '’')}${quote} }}`
}

/** Returns the name that readers of the page know a merge tag by. */
export function labelOfTag(tag: string): string {
  const read = readTag(tag)
  if (!read) return tag.slice(2, -2).replace(/^-|-$/g, '').trim()
  const names: Readonly<Record<string, string>> = messages.tagNames
  const name = names[read.key] ?? read.key
  return read.fallback === '' ? name : `${name} (${read.fallback})`
}

/** Returns a chip as HTML for the text that is being edited. */
export function chipOf(tag: string): HTMLElement {
  const chip = document.createElement('span')
  dress(chip, tag)
  return chip
}

function dress(chip: HTMLElement, tag: string): void {
  chip.className = 'merge-chip'
  chip.dataset.mergeTag = tag
  chip.contentEditable = 'false'
  chip.title = tag
  chip.textContent = labelOfTag(tag)
}

/**
 * Replaces the no-break spaces that a browser writes next to a chip, since it takes its edge for that of
 * a line.
 */
export function writePlainSpaces(text: HTMLElement): void {
  for (const chip of text.querySelectorAll('[data-merge-tag]')) {
    const { previousSibling: before, nextSibling: after } = chip
    if (isText(before) && /[^\s]\u00a0$/.test(before.data)) {
      before.replaceData(before.length - 1, 1, ' ')
    }
    if (isText(after) && /^\u00a0[^\s]/.test(after.data)) after.replaceData(0, 1, ' ')
  }
}

/** A text of the frame is no instance of the class of the page. */
const isText = (node: Node | null): node is Text => node?.nodeType === Node.TEXT_NODE

/** Wraps each merge tag in text by an element, which the editor shows as a chip. */
export function wrapTags(root: HTMLElement): HTMLElement {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (texts.nextNode()) {
    const { currentNode } = texts
    const parent = currentNode.parentElement
    const isFit = parent && !parent.matches(unfit) && !parent.closest('[data-merge-tag]')
    if (isFit && currentNode.nodeValue?.includes('{{')) found.push(currentNode as Text)
  }
  for (const text of found) {
    const value = text.data
    const parts: (string | HTMLElement)[] = []
    let end = 0
    for (const { 0: tag, index } of value.matchAll(tags)) {
      if (index > end) parts.push(value.slice(end, index))
      const chip = text.ownerDocument.createElement('span')
      chip.dataset.mergeTag = tag
      parts.push(chip)
      end = index + tag.length
    }
    if (end < value.length) parts.push(value.slice(end))
    text.replaceWith(...parts)
  }
  return root
}

/** The type of a chip. In the message it is the tag alone. */
export function addChipType(editor: Editor): void {
  editor.Components.addType('merge-tag', {
    isComponent: (element) => {
      const tag = element.dataset?.mergeTag
      return tag === undefined ? false : { type: 'merge-tag', tag, components: [] }
    },
    model: {
      defaults: { tagName: 'span', droppable: false, editable: false, textable: true, tag: '' },
      toHTML() {
        return String(this.get('tag'))
      },
    },
    view: {
      init() {
        this.listenTo(this.model, 'change:tag', () => dress(this.el, String(this.model.get('tag'))))
      },
      onRender({ el, model }) {
        dress(el, String(model.get('tag')))
      },
    },
  })
}
