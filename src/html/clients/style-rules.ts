/** A rule of a style sheet, by its positions in it. */
interface StyleRule {
  /** The selectors, or the at-rule with its condition. */
  prelude: string
  start: number
  end: number
  /** The positions of what is between the braces; undefined for a rule without a block. */
  block: { start: number; end: number } | undefined
}

/** Returns the rules between two positions of a style sheet, without those inside of them. */
export function rulesIn(css: string, from = 0, to = css.length): StyleRule[] {
  const rules: StyleRule[] = []
  let at = from
  while (at < to) {
    at = skipSpace(css, at, to)
    if (at >= to) break
    const rule = ruleAt(css, at, to)
    rules.push(rule)
    at = rule.end
  }
  return rules
}

/** Comments, also those that hide a style sheet from old browsers, are no rules. */
const space = /(?:\s|\/\*[\s\S]*?(?:\*\/|$)|<!--|-->)*/y

function skipSpace(css: string, at: number, to: number): number {
  space.lastIndex = at
  space.exec(css)
  return Math.min(space.lastIndex, to)
}

/** What a brace or semicolon does not count in. */
const token =
  /\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\])*(?:"|$)|'(?:\\[\s\S]|[^'\\])*(?:'|$)|[{};]/g

function ruleAt(css: string, start: number, to: number): StyleRule {
  token.lastIndex = start
  let depth = 0
  let open = -1
  const rule = (end: number, block?: StyleRule['block']): StyleRule => ({
    ...{ start, end, block },
    prelude: css
      .slice(start, block ? block.start - 1 : end)
      .replace(/;$/, '')
      .trim(),
  })
  for (let found = token.exec(css); found && found.index < to; found = token.exec(css)) {
    const [text] = found
    if (text === '{') {
      if (depth === 0) open = found.index + 1
      depth += 1
    } else if (text === '}') {
      depth -= 1
      if (depth <= 0) {
        const end = found.index + 1
        return open < 0 ? rule(end) : rule(end, { start: open, end: found.index })
      }
    } else if (text === ';' && depth === 0) return rule(found.index + 1)
  }
  return open < 0 ? rule(to) : rule(to, { start: open, end: to })
}
