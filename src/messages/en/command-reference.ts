/** Texts of the generated command reference that do not belong to one command. */
export const commandReference = {
  title: 'remite commands',
  intro:
    'Flags can go before or after the verb. Each command lists the fields that tables show; -o json returns every field that the server sends. Numbers before failure codes are exit codes. Paths are relative to the base URL of the API.',
  contents: 'Contents',
  globalFlags: 'Global flags',
  exitCodes: 'Exit codes',
  failureCodes: 'All failure codes',
  environment: 'Environment variables',
  word: 'Argument',
  flag: 'Flag',
  required: 'Required',
  yes: 'yes',
  meaning: 'Description',
  variable: 'Variable',
  code: 'Code',
  exit: 'Exit code',
  failures: 'Failures',
  aliases: 'Aliases',
  examples: 'Examples',
  output: 'Output',
  request: 'Request',
  man: {
    manual: 'User Commands',
    description:
      'Results go to standard output. Everything else goes to standard error. Nothing is sent or deleted without confirmation. Flags can go before or after the verb. For help with a command, run remite NOUN VERB --help.',
  },
  /** Arguments that are not fields of an endpoint, by name, or by command and name. */
  arguments: {
    'auth switch name': 'The profile.',
    'lists import file':
      'The file. Use - for standard input. The server downloads an https address itself.',
    'lists imports resume id': 'The import. Required only if there are several.',
    'database backup file': 'The file to write.',
    'templates import file': 'The exported file. Use - for standard input.',
    'automations create file': 'The flow, as a JSON file. Use - for standard input.',
    'automations update file': 'The parts to change, as a JSON file. Use - for standard input.',
    'webhooks verify body': 'The file with the body exactly as it was received.',
    command: 'The program and its arguments, after --.',
    method: 'The HTTP method, such as GET.',
    path: 'The path, such as /lists.',
    message: 'The message ID.',
    shell: 'bash, zsh, fish or powershell.',
    key: 'The setting.',
    value: 'The new value.',
    topic: 'The topic. Without it, all topics are listed.',
  },
}
