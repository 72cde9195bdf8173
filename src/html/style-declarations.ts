/**
 * Parses the declarations of a style attribute, in order. A repeated property keeps all its values,
 * because mail programs fall back to the older one. A `;` inside quotes, brackets or a merge tag
 * does not end a declaration.
 */
export function readDeclarations(style: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {}
  for (const { name, value } of declarationsIn(style)) {
    const before = found[name]
    found[name] = before === undefined ? value : [before, value].flat()
  }
  return found
}

export interface Declaration {
  name: string
  value: string
}

/** Returns the declarations of a style attribute or of the block of a rule, in order. */
export function declarationsIn(style: string): Declaration[] {
  return [...style.matchAll(oneDeclaration)].flatMap(([declaration]) => {
    const colon = declaration.indexOf(':')
    const [name, value] = [declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()]
    return colon < 0 || name === '' || value === '' ? [] : [{ name, value }]
  })
}

/** Unclosed quotes and brackets extend to the end, as in CSS. */
const oneDeclaration =
  /(?:"[^"]*"|'[^']*'|\([^)]*(?:\)|$)|\{\{(?:(?!\{\{)[\s\S])*?\}\}|\{%(?:(?!\{%)[\s\S])*?%\}|[^;"'(]|["'])+/g
