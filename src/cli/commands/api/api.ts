import { createCall, sendCall, showCall } from '../../api/call.ts'
import { readFields } from '../../api/fields.ts'
import { readRoute } from '../../api/route.ts'
import { showBody } from '../../api/show-body.ts'
import { defineCommand, type LoadCommand } from '../../command/command.ts'
import { readJsonFile } from '../../input/json-file.ts'

export const command = (loadCommand: LoadCommand) =>
  defineCommand({
    positionals: ['method', 'path'],
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
      else await showBody(context, await sendCall(context, loadCommand, call))
      return undefined
    },
  })
