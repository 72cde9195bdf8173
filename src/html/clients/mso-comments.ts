/** The version of Word in Outlook 2016 to 2021. */
const msoVersion = 16

/**
 * Evaluates conditional comments as Outlook for Windows does. What it does not read becomes spaces, so
 * that positions and lines stay.
 */
export function evaluateMsoComments(html: string): string {
  const hidden: { start: number; end: number }[] = []
  const open: { start: number; isTrue: boolean }[] = []
  for (const { 0: text, 1: comment, 2: revealed, index } of html.matchAll(marker)) {
    const condition = comment ?? revealed
    const end = index + text.length
    if (condition !== undefined) {
      const isTrue = isTrueInWord(condition)
      open.push({ start: index, isTrue })
      if (isTrue) hidden.push({ start: index, end })
    } else {
      const begun = open.pop()
      if (begun) hidden.push({ start: begun.isTrue ? index : begun.start, end })
    }
  }
  let out = html
  for (const { start, end } of hidden) {
    const blank = html.slice(start, end).replace(/[^\n]/g, ' ')
    out = out.slice(0, start) + blank + out.slice(end)
  }
  return out
}

const marker =
  /<!--\s*\[if\s([^\]]*)\]>(?:<!--+>|\s*--+>)?|<!\[if\s([^\]]*)\]>|<!--\s*<!\[endif\]--+>|<!\[endif\](?:--+)?>/gi

/** `!`, `&`, `|`, brackets, `mso` and `vml`, each with a version: `gte mso 9`. */
const tokens = /[()!&|]|(?:(lte?|gte?)\s+)?([a-z]+)(?:\s+([\d.]+))?/gi

function isTrueInWord(condition: string): boolean {
  const all = [...condition.matchAll(tokens)]
  let at = 0
  return either()

  function either(): boolean {
    let value = both()
    while (all[at]?.[0] === '|') {
      at += 1
      value = both() || value
    }
    return value
  }
  function both(): boolean {
    let value = single()
    while (all[at]?.[0] === '&') {
      at += 1
      value = single() && value
    }
    return value
  }
  function single(): boolean {
    const found = all[at]
    at += 1
    if (!found) return false
    const [text, compared, feature = '', version] = found
    if (text === '!') return !single()
    if (text === '(') {
      const value = either()
      at += 1
      return value
    }
    return hasFeature(feature.toLowerCase(), compared?.toLowerCase(), version)
  }
}

function hasFeature(feature: string, compared: string | undefined, version: string | undefined) {
  if (feature === 'true' || feature === 'vml') return true
  if (feature !== 'mso') return false
  if (version === undefined) return true
  const asked = Number(version)
  switch (compared) {
    case 'lt':
      return msoVersion < asked
    case 'lte':
      return msoVersion <= asked
    case 'gt':
      return msoVersion > asked
    case 'gte':
      return msoVersion >= asked
    default:
      return msoVersion === asked
  }
}
