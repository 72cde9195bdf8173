import { defineCommand } from '../../command/command.ts'
import { sentence, state, text } from '../../command/view.ts'
import { sourceWords } from '../../config/keys.ts'
import { passed } from '../../doctor/finding.ts'
import { checkMachine } from '../../doctor/machine.ts'
import { checkServer } from '../../doctor/server.ts'
import { glossary } from '../../output/glossary.ts'

const view = { columns: [state('level'), text('check'), sentence('message')], id: 'check' }

export const command = defineCommand({
  isPublic: true,
  examples: ['doctor', 'doctor --profile live -o json'],
  failures: ['not_logged_in', 'token_expired', 'network', 'not_the_api', 'config_broken'],
  async run(context) {
    const { settings, messages, output } = context
    const { value, source } = settings.profile
    const profile = messages.doctor.profile({
      profile: value,
      source: sourceWords(context, source),
    })
    const findings = [
      passed('profile', profile),
      ...(await checkServer(context)),
      ...(await checkMachine(context)),
    ]
    const items = findings.map(({ check, level, message }) => ({ check, level, message }))
    const sentences = items.map(({ check, level, message }) => ({
      name: check,
      level,
      sentence: `${messages.doctor.levels[level]} ${message}`,
    }))
    await output.show(
      output.format === 'table'
        ? glossary(sentences)
        : { page: { items, total: items.length }, view },
    )
    const failure = findings.find((finding) => finding.failure)?.failure
    if (failure) throw failure
    return undefined
  },
  view,
})
