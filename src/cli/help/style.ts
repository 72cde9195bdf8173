const [on, off] = ['\x1b[1m', '\x1b[22m']

/** Emphasizes a heading of a help page. Pages are rendered with style, which is removed where it is not wanted. */
export const strong = (text: string): string => `${on}${text}${off}`

export const stripStyle = (text: string): string => text.replaceAll(on, '').replaceAll(off, '')
