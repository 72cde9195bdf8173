import type { BlockId } from '../../../html/message/blocks.ts'

/** Lines on a square of 20 pixels, as the path of an SVG. */
const lines = {
  bulletList: 'M8 5h9M8 10h9M8 15h9M3.5 5h.1M3.5 10h.1M3.5 15h.1',
  numberedList: 'M8 5h9M8 10h9M8 15h9M3 3.5 4.3 3v4M3 12.6c.4-1 2.2-.9 2.2.3 0 1-2.2 2-2.2 3.1h2.4',
  alignLeft: 'M3 4h14M3 8h8M3 12h14M3 16h8',
  alignCenter: 'M3 4h14M6 8h8M3 12h14M6 16h8',
  alignRight: 'M3 4h14M9 8h8M3 12h14M9 16h8',
  link: 'M8.5 11.5a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.3l1-1',
  clearFormat: 'M4 4h9M8.5 4 7 16M12 12l5 5M17 12l-5 5',
  up: 'M10 16V4M5 9l5-5 5 5',
  down: 'M10 4v12M5 11l5 5 5-5',
  duplicate: 'M7 7h9v9H7zM4 13V4h9',
  remove: 'M4 6h12M8 6V4h4v2M6 6l1 10h6l1-10',
  previous: 'M12 5l-5 5 5 5',
  next: 'M8 5l5 5-5 5',
  undo: 'M4 8h8a4 4 0 0 1 0 8H9M8 4 4 8l4 4',
  redo: 'M16 8H8a4 4 0 0 0 0 8h3M12 4l4 4-4 4',
}

const blockLines: Readonly<Record<BlockId, string>> = {
  heading: 'M5 4v12M15 4v12M5 10h10',
  text: 'M3 5h14M3 10h14M3 15h9',
  image: 'M3 4h14v12H3zM3 14l4-4 4 4 2-2 4 3M12.5 7.8h.1',
  button: 'M5 7h10a3 3 0 0 1 0 6H5a3 3 0 0 1 0-6zM7 10h6',
  list: lines.bulletList,
  quote: 'M4 14c2.3 0 4-1.6 4-5V6H4v4h4M12 14c2.3 0 4-1.6 4-5V6h-4v4h4',
  divider: 'M3 10h14',
  space: 'M3 3h14M3 17h14M10 6v8M8 8l2-2 2 2M8 12l2 2 2-2',
  'two-columns': 'M3 4h6v12H3zM11 4h6v12h-6z',
  'three-columns': 'M2.5 4h4v12h-4zM8 4h4v12H8zM13.5 4h4v12h-4z',
  'image-text': 'M3 5h6v10H3zM12 6h5M12 10h5M12 14h3',
  header: 'M3 4h14v12H3zM3 9h14M8 6.5h4',
  hero: 'M3 4h14v12H3zM6 8h8M8 12h4',
  product: 'M4 7h12l-1 10H5zM7 9V6a3 3 0 0 1 6 0v3',
  social:
    'M7 9.1l6-3.2M7 10.9l6 3.2M3 10a2 2 0 1 0 4 0 2 2 0 1 0-4 0M13 5a2 2 0 1 0 4 0 2 2 0 1 0-4 0M13 15a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  footer: 'M3 4h14v12H3zM3 11h14M8 13.5h4',
  html: 'M7 6l-4 4 4 4M13 6l4 4-4 4',
}

export type IconName = keyof typeof lines

const svg = 'http://www.w3.org/2000/svg'

function draw(path: string): SVGElement {
  const icon = document.createElementNS(svg, 'svg')
  icon.setAttribute('viewBox', '0 0 20 20')
  icon.setAttribute('class', 'icon')
  icon.setAttribute('aria-hidden', 'true')
  const shape = document.createElementNS(svg, 'path')
  shape.setAttribute('d', path)
  icon.append(shape)
  return icon
}

export const iconOf = (name: IconName): SVGElement => draw(lines[name])

export const blockIcon = (id: BlockId): SVGElement => draw(blockLines[id])

/** Shows an icon in place of the label of a button. The label stays its name, and its tip. */
export function showIcon(button: HTMLElement, name: IconName, label: string): void {
  button.replaceChildren(iconOf(name))
  button.classList.add('icon-only')
  button.ariaLabel = label
  button.title = label
}
