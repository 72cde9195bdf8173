/**
 * Returns the parsed URL, or undefined if the text is not one. Use it instead of `URL.canParse`, which
 * in Node 20 refuses letters like `é` once it has been called some thousand times: its optimized version
 * reads Latin-1 as UTF-8.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
