/**
 * The declarations of a style attribute by their property, in their order; of one that stands there
 * twice both, since a mail program that knows no newer value takes the older one. A `;` within quotes,
 * brackets or a merge tag ends none.
 */
export function readDeclarations(style: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {}
  for (const [declaration] of style.matchAll(oneDeclaration)) {
    const at = declaration.indexOf(':')
    const [name, value] = [declaration.slice(0, at).trim(), declaration.slice(at + 1).trim()]
    if (at < 0 || name === '' || value === '') continue
    const before = found[name]
    found[name] = before === undefined ? value : [before, value].flat()
  }
  return found
}

/** What nothing closes goes on to the end, as CSS has it. */
const oneDeclaration =
  /(?:"[^"]*"|'[^']*'|\([^)]*(?:\)|$)|\{\{(?:(?!\{\{)[\s\S])*?\}\}|\{%(?:(?!\{%)[\s\S])*?%\}|[^;"'(]|["'])+/g
