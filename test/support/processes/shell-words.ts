/**
 * Splits a command line into words as a shell does, up to a redirection. Of a line that contains
 * `$(remite …)`, returns the words of that command.
 */
export function shellWords(line: string): string[] {
  const call = /\$\(remite ([^)]*)\)/.exec(line)?.[1] ?? line
  const [command = ''] = call.split(/\s[<>|]/)
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(
    ([word, double, single]) => double ?? single ?? word,
  )
}
