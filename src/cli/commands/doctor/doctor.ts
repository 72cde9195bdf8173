import { defineCommand } from '../../command.ts'
import { glossary } from '../../output/glossary.ts'
import { text } from '../../view.ts'
import { sourceText } from '../config/keys.ts'
import { fine } from './finding.ts'
import { checkMachine } from './machine.ts'
import { checkServer } from './server.ts'

const view = { columns: [text('level'), text('check'), text('message')], id: 'check' }

export const command = defineCommand({
  isPublic: true,
  examples: ['doctor', 'doctor --profile live -o json'],
  failures: ['not_logged_in', 'token_expired', 'network', 'not_the_api', 'config_broken'],
  async run(context) {
    const { settings, words, output } = context
    const { value, source } = settings.profile
    const profile = words.doctor.profile({ profile: value, source: sourceText(source) })
    const findings = [
      fine('profile', profile),
      ...(await checkServer(context)),
      ...(await checkMachine(context)),
    ]
    const items = findings.map(({ check, level, message }) => ({ check, level, message }))
    const sentences = items.map(({ check, level, message }) => ({
      name: check,
      sentence: `${words.doctor.levels[level]} ${message}`,
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
