/** Fonts that mail programs have, the most common first, with those to use where one is missing. */
export const messageFonts = {
  Arial: 'Arial, Helvetica, sans-serif',
  Verdana: 'Verdana, Geneva, sans-serif',
  Tahoma: 'Tahoma, Verdana, sans-serif',
  'Trebuchet MS': "'Trebuchet MS', Helvetica, sans-serif",
  Georgia: "Georgia, 'Times New Roman', serif",
  'Times New Roman': "'Times New Roman', Times, serif",
  'Courier New': "'Courier New', Courier, monospace",
} as const

export const fontNames = Object.keys(messageFonts)

export const isFontName = (text: string): text is keyof typeof messageFonts =>
  Object.hasOwn(messageFonts, text)

/** Returns the font of a brand as CSS, or undefined if it has none. */
export const fontOf = ({ font }: { font: string | null }): string | undefined =>
  font !== null && isFontName(font) ? messageFonts[font] : undefined
