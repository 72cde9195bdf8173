import { defineCommand } from '../../command/command.ts'
import { scripts, shells } from '../../completion/scripts.ts'

export const command = defineCommand({
  positionals: ['shell'],
  positionalChoices: { shell: shells },
  isPublic: true,
  examples: ['completion bash', 'completion zsh'],
  failures: ['missing_word'],
  async run({ output }, { positionals }) {
    const shell = shells.find((known) => known === positionals.shell)
    if (shell) await output.write(scripts[shell]) // the parser has checked it
    return undefined
  },
})
