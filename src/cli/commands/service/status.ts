import { defineCommand } from '../../command/command.ts'
import { number, state, text, time } from '../../command/view.ts'
import { ownFile } from '../../database/installed.ts'

export const command = defineCommand({
  options: { from: { kind: 'text', placeholder: 'FILE' } },
  isPublic: true,
  examples: ['service status', 'service status --jq ".data.processes[].status"'],
  failures: ['not_a_database', 'schema_older', 'schema_newer', 'database_unreachable'],
  async run(context, { options: { from } }) {
    const { environment, host } = context
    const { readStatus } = await import('../../../service/monitoring/read-status.ts')
    const database = from ?? environment.databaseUrl ?? ownFile(context)
    return { one: await readStatus(database, host.clock.now()) }
  },
  view: {
    fields: [
      text('missing_roles'),
      number('oldest_due_seconds'),
      number('backlog.campaign_messages'),
      number('backlog.service_messages'),
      number('backlog.imports'),
      number('backlog.jobs'),
      number('backlog.webhook_deliveries'),
      number('backlog.failing_webhooks'),
      number('backlog.automation_runs'),
    ],
    sections: [
      {
        field: 'processes',
        title: 'processes',
        columns: [
          { ...state('status'), words: 'process_status' },
          text('roles'),
          text('host'),
          text('pid'),
          text('version'),
          time('started_at'),
          number('queued'),
          number('in_flight'),
          time('last_result_at'),
          text('relay_response'),
        ],
      },
      {
        field: 'campaigns',
        title: 'campaigns_in_trouble',
        columns: [
          text('id'),
          text('account'),
          text('name'),
          state('status'),
          text('reason'),
          time('updated_at'),
        ],
      },
    ],
  },
})
