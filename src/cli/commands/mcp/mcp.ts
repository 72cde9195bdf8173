import { mcpPermissions } from '../../../contract/shapes/user.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'

export const command = defineCommand({
  options: { allow: { kind: 'repeat', choices: mcpPermissions } },
  examples: ['mcp', 'mcp --profile shop --allow read'],
  failures: ['not_logged_in', 'network', 'timed_out', 'unauthorized', 'token_expired'],
  async run(context, { options: { allow } }) {
    refuseUnknown(allow)
    const { clock, stdin, stdout, stopped } = context.host
    let assistant = 'mcp'
    const { serveStdio } = await import('../../../mcp/stdio.ts')
    await serveStdio({
      client: await context.client({ onBehalfOf: () => assistant }),
      onAssistant: (name) => {
        assistant = name === '' ? 'mcp' : name
      },
      language: context.settings.language.value,
      clock,
      stdin,
      stdout,
      stopped,
      ...(allow && { allowed: mcpPermissions.filter((each) => allow.includes(each)) }),
    })
    return undefined
  },
})

function refuseUnknown(allow: readonly string[] = []): void {
  if (allow.every((each) => mcpPermissions.some((known) => known === each))) return
  const choices = mcpPermissions.join(', ')
  throw new Failure('usage', {
    problems: [{ field: '--allow', code: 'not_a_choice', values: { choices } }],
  })
}
