import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import { scripts, shells } from '../../completion/scripts.ts'

export const command = defineCommand({
  positionals: ['shell'],
  isPublic: true,
  examples: ['completion bash', 'completion zsh'],
  failures: ['missing_word'],
  async run({ output }, { positionals }) {
    const shell = shells.find((known) => known === positionals.shell)
    if (!shell) {
      const problem = {
        field: 'shell',
        code: 'not_a_choice',
        values: { choices: shells.join(', ') },
      } as const
      throw new Failure('usage', { problems: [problem] })
    }
    await output.write(scripts[shell])
    return undefined
  },
})
