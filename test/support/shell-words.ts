/** The words of a line as a shell reads them, up to a redirection; what it calls in turn, when it only wraps a call. */
export function shellWords(line: string): string[] {
  const call = /\$\(remite ([^)]*)\)/.exec(line)?.[1] ?? line
  const [command = ''] = call.split(/\s[<>|]/)
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(
    ([word, double, single]) => double ?? single ?? word,
  )
}
