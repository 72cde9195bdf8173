/**
 * Parses the declarations of a style attribute, in order. A repeated property keeps all its values,
 * because mail programs fall back to the older one. A `;` inside quotes, brackets or a merge tag
 * does not end a declaration.
 */
export function readDeclarations(style: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {}
  for (const [declaration] of style.matchAll(oneDeclaration)) {
    const colon = declaration.indexOf(':')
    const [name, value] = [declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()]
    if (colon < 0 || name === '' || value === '') continue
    const before = found[name]
    found[name] = before === undefined ? value : [before, value].flat()
  }
  return found
}

/** Unclosed quotes and brackets extend to the end, as in CSS. */
const oneDeclaration =
  /(?:"[^"]*"|'[^']*'|\([^)]*(?:\)|$)|\{\{(?:(?!\{\{)[\s\S])*?\}\}|\{%(?:(?!\{%)[\s\S])*?%\}|[^;"'(]|["'])+/g
