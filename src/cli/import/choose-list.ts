import { basename, extname } from 'node:path'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { addToCommand } from '../forms/fill-in.ts'
import { referenceItems } from '../references/items.ts'
import { labelOf, resolveReference } from '../references/resolve.ts'
import { shellQuoted } from '../sending/rerun-command.ts'
import type { ListTarget } from './settings.ts'

/** The list of an import, by its number, or one to create. */
export interface ChosenList {
  target: ListTarget
  /** Whether a prompt created the target, so that the same command finds the list the next time. */
  isAsked?: true
}

/** Finds the list. At a terminal, asks which one, or whether to create one that does not exist. */
export async function chooseList(
  context: Context,
  path: string,
  target: ListTarget | undefined,
): Promise<ChosenList> {
  if (!target) {
    const asked = await askList(context, path)
    addToCommand(
      context,
      Object.entries(asked).flatMap(([flag, value]) => [`--${flag}`, value]),
    )
    return { target: asked, isAsked: true }
  }
  if ('create' in target) return { target }
  const { list: typed } = target
  try {
    return { target: { list: await resolveReference(context, 'list', typed) } }
  } catch (error) {
    if (!isUnknownName(error)) throw error
    if (!context.mayAsk || context.flags.dryRun) throw withCreate(error, typed)
    const { near } = error.details.values ?? {}
    const { noList } = context.messages.imports
    const { confirm } = await import('../prompt/prompts.ts')
    const question = noList(typed, near === undefined ? undefined : String(near))
    if (await confirm(await context.prompter(), question)) {
      return { target: { create: typed }, isAsked: true }
    }
    throw error
  }
}

const isUnknownName = (error: unknown): error is Failure =>
  error instanceof Failure &&
  error.code === 'not_found' &&
  error.details.values?.reason === 'unknown_name'

/** Suggests to create the list. */
function withCreate({ code, details, cause }: Failure, name: string): Failure {
  const create = `--create ${shellQuoted(name)}`
  return new Failure(code, { ...details, values: { ...details.values, create } }, { cause })
}

async function askList(context: Context, path: string): Promise<ListTarget> {
  if (!context.mayAsk) {
    throw new Failure('missing_input', { values: { flags: '--list | --create' } })
  }
  const { imports } = context.messages
  const { ask, select } = await import('../prompt/prompts.ts')
  const prompter = await context.prompter()
  const found = await referenceItems(context, 'list')
  const choices = found.map((item) => ({ value: item.id, name: labelOf(item) }))
  const newList = ''
  const chosen =
    choices.length === 0
      ? newList
      : await select(prompter, imports.whichList, [
          ...choices,
          { value: newList, name: imports.aNewList },
        ])
  if (chosen !== newList) return { list: chosen }
  return {
    create: await ask(prompter, imports.nameOfList, { fallback: basename(path, extname(path)) }),
  }
}
