/** Red, green and blue, from 0 to 255. */
type Rgb = readonly [number, number, number]

/** Converts `#RGB` and `#RRGGBB` to `#rrggbb`. */
export const normalColor = (text: string): string =>
  (text.length === 4 ? text.replace(/[\da-f]/gi, '$&$&') : text).toLowerCase()

const white = '#ffffff'
const black = '#000000'

/** The least contrast of text that WCAG 2.2 accepts at level AA (1.4.3). */
const leastContrast = 4.5

/** Returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns white or black, whichever is easier to read on the colour. One of them always is. */
export const textOn = (background: string): string =>
  contrastOf(background, white) >= leastContrast ? white : black

/**
 * Returns the shade of the colour that is closest to it and readable as text on all of the
 * backgrounds, which are either all light or all dark.
 */
export function readableOn(color: string, backgrounds: readonly string[]): string {
  const isReadable = (shade: string) =>
    backgrounds.every((background) => contrastOf(shade, background) >= leastContrast)
  const target = backgrounds.every((background) => textOn(background) === white) ? white : black
  const shades = Array.from({ length: 21 }, (_, step) => mix(color, target, step / 20))
  return shades.find(isReadable) ?? target
}

function mix(color: string, target: string, share: number): string {
  const to = rgbOf(target)
  const mixed = rgbOf(color).map((value, at) => Math.round(value + ((to[at] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** The formula of WCAG 2.2 for relative luminance in sRGB. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = rgbOf(color).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function rgbOf(color: string): Rgb {
  const value = Number.parseInt(normalColor(color).slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
