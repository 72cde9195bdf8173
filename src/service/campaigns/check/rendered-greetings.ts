interface Lines {
  subject: string
  /** The HTML as a reader sees it, and the text version. */
  bodies: readonly string[]
}

const greeting =
  /(?<![\p{L}])(?:hola|buen[oa]s(?: días| tardes| noches)?|hello|hi|hey|dear|good morning|estimad[oa]s?|querid[oa]s?|bonjour|salut|ch[eè]re?|ciao|car[oa]|olá|hallo|guten tag|lieber?|sehr geehrte[r]?)\s*(?:[,.!:;]|$)/giu

/**
 * Returns the greetings that end before a name: `Hola ,`. One that the template itself has, with its
 * merge tags as letters, is meant so.
 */
export function emptyGreetings(rendered: Lines, template: Lines): string[] {
  const found = [rendered.subject, ...rendered.bodies].flatMap((text, index) => {
    const source = [template.subject, ...template.bodies][index] ?? ''
    const meant = new Set(greetingsIn(source))
    return greetingsIn(text).filter((each) => !meant.has(each))
  })
  const startsBare = /^\s*[,;:]/.test(rendered.subject) && !/^\s*[,;:]/.test(template.subject)
  return startsBare ? [rendered.subject.trim().slice(0, 40), ...found] : found
}

const greetingsIn = (text: string): string[] =>
  [...text.matchAll(greeting)].map(([found]) => found.replace(/\s+/g, ' ').trim())
