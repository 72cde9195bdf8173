import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A command that a text of the program names, and the line that names it. */
interface SuggestedCommand {
  words: string[]
  place: string
}

/**
 * Finds the commands in the sources of a folder: those in backticks, those at the end of a text, and those that a
 * template builds. Placeholders have a value that every argument takes.
 */
export function suggestedCommands(folder: string): SuggestedCommand[] {
  return filesOf(folder).flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const place = `${path}:${index + 1}`
        return commandsIn(line).map((words) => ({ words, place }))
      }),
  )
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))

const isComment = (line: string): boolean => /^\s*(\*|\/\*|\/\/)/.test(line)

function commandsIn(line: string): string[][] {
  if (isComment(line)) return []
  // Scopes are the only values among these that are checked.
  const scoped = line.replaceAll('{scope}', 'lists:read')
  const text = scoped.replace(/\$\{[^}]*\}|\{[\w-]+\}/g, '7')
  const quoted = [...text.matchAll(/`remite ([^`]+)`/g)]
  const atEnd = [...text.matchAll(/: remite ([^`'.]+)[.]?['`],?$/g)]
  const indented = [...text.matchAll(/^ {4,}remite (.+?)(?: {3,}|['`],?$|$)/g)]
  return [...quoted, ...atEnd, ...indented].map(([, command = '']) => wordsOf(command))
}

/** The words up to a redirection. Upper case stands for a value. */
const wordsOf = (command: string): string[] =>
  (command.split(/ [<>|] /)[0] ?? '')
    .replace(/[[\]<>]/g, '')
    .split(' ')
    .filter(Boolean)
    .map((word) => (/^[A-Z_.]+$/.test(word) ? '7' : word))
