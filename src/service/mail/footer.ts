const LINK = '{{ unsubscribe_url }}'
const SENDER = '{{ footer_sender }}'

/** What the footer adds to a message: only what its author has left out. */
export interface Footer {
  /** The text of the unsubscribe link. Undefined: the message has one. */
  unsubscribe?: string | undefined
  /** Whether to name the sender and its postal address. */
  isSenderNamed?: boolean | undefined
}

/** Adds the footer to an HTML template. The rest is unchanged. */
export function addHtmlFooter(html: string, footer: Footer): string {
  const at = [...html.matchAll(/<\/body\s*>/gi)].at(-1)?.index ?? html.length
  return `${html.slice(0, at)}${htmlFooter(footer)}${html.slice(at)}`
}

/** Adds the footer to a text template. */
export function addTextFooter(text: string, { unsubscribe, isSenderNamed }: Footer): string {
  const lines = [
    ...(isSenderNamed ? [SENDER] : []),
    ...(unsubscribe === undefined ? [] : [`${unsubscribe}: ${LINK}`]),
  ]
  if (lines.length === 0) return text
  // `-- ` starts a signature (RFC 3676 4.3).
  return `${text.trimEnd()}\n\n-- \n${lines.join('\n')}\n`
}

function htmlFooter({ unsubscribe, isSenderNamed }: Footer): string {
  const lines = [
    ...(isSenderNamed ? [SENDER] : []),
    ...(unsubscribe === undefined ? [] : [`<a href="${LINK}">${escaped(unsubscribe)}</a>`]),
  ]
  if (lines.length === 0) return ''
  const style = 'font:12px/1.5 sans-serif;text-align:center'
  return `<p style="${style}">${lines.join('<br>')}</p>`
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
