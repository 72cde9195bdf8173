/**
 * Returns a message for a frame of one colour scheme. Not every browser lets the page around a frame
 * choose the scheme that its conditions see, so the condition is replaced by its result.
 */
export function inColorScheme(html: string, scheme: 'light' | 'dark'): string {
  return html.replace(condition, (_, asked: string) =>
    asked.toLowerCase() === scheme ? '(min-width:0)' : '(max-width:0)',
  )
}

const condition = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi
