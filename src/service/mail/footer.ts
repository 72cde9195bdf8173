const LINK = '{{ unsubscribe_url }}'

/**
 * Adds the unsubscribe footer to an HTML template. `sentence` is the link text. The rest is
 * unchanged.
 */
export function addHtmlFooter(html: string, sentence: string): string {
  const at = [...html.matchAll(/<\/body\s*>/gi)].at(-1)?.index ?? html.length
  return `${html.slice(0, at)}${htmlFooter(sentence)}${html.slice(at)}`
}

/** Adds the unsubscribe footer to a text template. */
export function addTextFooter(text: string, sentence: string): string {
  // `-- ` starts a signature (RFC 3676 4.3).
  return `${text.trimEnd()}\n\n-- \n${sentence}: ${LINK}\n`
}

function htmlFooter(sentence: string): string {
  const text = sentence.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  const style = 'font:12px/1.5 sans-serif;text-align:center'
  return `<p style="${style}"><a href="${LINK}">${text}</a></p>`
}
