/** What the pages that are generated from the verbs say beside the words of the verbs themselves. */
export const commandReference = {
  title: 'The commands of remite',
  intro:
    'Flags may stand before or after the verb. The fields named here are those that people see; -o json gives everything the server tells. Numbers before failure codes are exit codes. Paths are those below the address of the API.',
  contents: 'Contents',
  globalFlags: 'Global flags',
  exitCodes: 'Exit codes',
  failureCodes: 'All failure codes',
  environment: 'Environment variables',
  word: 'Word',
  flag: 'Flag',
  needed: 'Needed',
  yes: 'yes',
  meaning: 'Meaning',
  variable: 'Variable',
  code: 'Code',
  exit: 'Exit code',
  failures: 'Failures',
  aliases: 'Also',
  examples: 'Examples',
  output: 'Output',
  request: 'Request',
  man: {
    manual: 'User Commands',
    description:
      'The result goes to standard output, everything else to standard error. Nothing is sent or deleted before it was confirmed. Flags may stand before or after the verb; remite NOUN VERB --help explains each one.',
  },
  /** Words that no field of an endpoint stands behind, by name, or by verb and name. */
  words: {
    'auth switch name': 'The profile.',
    'lists import file':
      'The file; - is standard input, an https address is fetched by the server.',
    'lists imports resume id': 'The import; needed only where there are several.',
    'database backup file': 'The file to write.',
    'templates import file': 'The file that was exported; - is standard input.',
    'automations create file': 'The flow as a file of JSON; - is standard input.',
    'automations update file': 'The parts that change, as a file of JSON; - is standard input.',
    'webhooks verify body': 'The file with the body as it was received.',
    command: 'The program and its words, behind --.',
    method: 'The method of HTTP, such as GET.',
    path: 'The path, such as /lists.',
    message: 'The number of the message.',
    shell: 'bash, zsh, fish or powershell.',
    key: 'The setting.',
    value: 'Its new value.',
    topic: 'The topic; without it, all are listed.',
  },
}
