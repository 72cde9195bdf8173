import { normalColor } from '../../../../html/color.ts'
import { lightColors, type Theme } from '../../../../html/message/theme.ts'
import { messages } from '../messages.ts'

/** The colours that the panel offers: those of the brand, then those of every message. */
export function colorsOf(theme: Theme): { value: string; name: string }[] {
  const { brandColor, brandLink, ink, quiet, white, ground } = messages.colors
  const named: [string, string][] = [
    [theme.accent, brandColor],
    [theme.link, brandLink],
    [lightColors.ink, ink],
    [lightColors.quiet, quiet],
    [lightColors.paper, white],
    [lightColors.page, ground],
  ]
  // Of two names for the same colour, the first stays.
  return [...new Map(named.toReversed()).entries()]
    .toReversed()
    .map(([value, name]) => ({ value, name }))
}

interface ColorControl {
  label: string
  value: string
  theme: Theme
  accept(color: string): void
}

/** A colour of the palette, or any other one. */
export function colorControl({ label, value, theme, accept }: ColorControl): HTMLElement {
  const group = document.createElement('div')
  group.className = 'colors'
  const swatches = document.createElement('div')
  swatches.setAttribute('role', 'group')
  swatches.ariaLabel = label
  const input = document.createElement('input')
  input.type = 'color'
  input.value = value
  const mark = (color: string) => {
    for (const swatch of swatches.children) {
      const isCurrent = swatch.getAttribute('data-color') === normalColor(color)
      swatch.setAttribute('aria-pressed', String(isCurrent))
    }
  }
  for (const { value: color, name } of colorsOf(theme)) {
    const swatch = document.createElement('button')
    swatch.type = 'button'
    swatch.className = 'swatch'
    swatch.dataset.color = color
    swatch.style.background = color
    swatch.ariaLabel = name
    swatch.title = `${name} (${color})`
    swatch.addEventListener('click', () => {
      input.value = color
      mark(color)
      accept(color)
    })
    swatches.append(swatch)
  }
  input.addEventListener('change', () => {
    mark(input.value)
    accept(input.value)
  })
  mark(value)
  const labelled = document.createElement('label')
  labelled.append(label, input)
  group.append(labelled, swatches)
  return group
}
