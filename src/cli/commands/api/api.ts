import { createCall, sendCall, showCall } from '../../api/call.ts'
import { readFields } from '../../api/fields.ts'
import { methods, type Route, readRoute } from '../../api/route.ts'
import { showBody } from '../../api/show-body.ts'
import { defineCommand, type LoadCommand } from '../../command/command.ts'
import type { Context } from '../../context/context.ts'
import { readJsonFile } from '../../input/json-file.ts'

export const command = (loadCommand: LoadCommand) =>
  defineCommand({
    positionals: ['method', 'path'],
    positionalChoices: { method: methods },
    options: {
      'raw-field': { kind: 'repeat', short: 'f', placeholder: 'KEY=TEXT' },
      field: { kind: 'repeat', short: 'F', placeholder: 'KEY=VALUE' },
      input: { kind: 'text', placeholder: 'FILE' },
    },
    handlesDryRun: true,
    examples: [
      'api GET /campaigns -f status=active',
      'api POST /lists -f name=News -F double_optin=true',
      'api PUT /lists/3 --input list.json --dry-run',
    ],
    failures: [
      'not_a_choice',
      'file_unreadable',
      'not_logged_in',
      'not_found',
      'confirmation_needed',
      'network',
      'outcome_unknown',
      'not_offered',
    ],
    async run(context, { options, positionals: { method = '', path = '' } }) {
      const route = readRoute(method, path)
      const pairs = { raw: options['raw-field'], typed: options.field }
      const fields = await readFields(pairs, context)
      const input = options.input === undefined ? {} : await readJsonFile(options.input, context)
      const call = createCall(route, { fields, input, flags: context.flags })
      if (context.flags.dryRun) await showCall(context, call)
      else {
        await refuseFields(context, route)
        await showBody(context, await sendCall(context, loadCommand, call), route.known?.endpoint)
      }
      return undefined
    },
  })

/** As for a verb: a change is not made when its answer could not have the requested fields. */
async function refuseFields({ flags: { fields }, output }: Context, route: Route): Promise<void> {
  if (!fields || route.method === 'GET') return
  const { refuseUnknownFields } = await import('../../output/known-fields.ts')
  refuseUnknownFields({ fields, endpoint: route.known?.endpoint })
  output.skipFieldCheck()
}
