#!/usr/bin/env node
// CommonJS, and no module of Node's own beside it: both would cost milliseconds that help need not take.
const { argv, env } = process

// Node 22.8 and newer keep what they compiled: a later start is quicker.
require('node:module').enableCompileCache?.()
const { answerHelp } = require('../dist/help.cjs')
const columns = () => process.stdout.columns
// A run that is to be recorded goes its whole way.
const help = env.REMITE_RESULT_FILE ? undefined : answerHelp({ argv: argv.slice(2), env, columns })
if (help === undefined) {
  import('../dist/main.js').then(({ main }) => main())
} else {
  process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error // `| head` has seen enough
  })
  process.stdout.write(help)
}
