#!/usr/bin/env node
// CommonJS, and nothing loaded that help can do without: each module costs it a millisecond.
const { fstatSync, readFileSync, writeSync } = require('node:fs')
const { argv, env } = process

// Node 22.8 and newer keep what they compiled: a later start is quicker.
require('node:module').enableCompileCache?.()
const { answerDrawn } = require('../dist/help.cjs')
const isTerminal = fstatSync(1).isCharacterDevice()
const asked = {
  argv: argv.slice(2),
  env,
  columns: () => (isTerminal ? process.stdout.columns : undefined),
  read: (name) => readFileSync(`${__dirname}/../dist/${name}`, 'utf8'),
}
// A run that is to be recorded goes its whole way.
const help = env.REMITE_RESULT_FILE ? undefined : answerDrawn(asked)
if (help === undefined) import('../dist/main.js').then(({ main }) => main())
else if (isTerminal) process.stdout.write(help)
else pour(Buffer.from(help))

/** Without `process.stdout`, which takes milliseconds to make, unless whoever reads is slower than we. */
function pour(bytes) {
  let at = 0
  try {
    while (at < bytes.length) at += writeSync(1, bytes, at)
  } catch (error) {
    if (error.code === 'EAGAIN') process.stdout.write(bytes.subarray(at))
    // `| head` has seen enough
    else if (error.code !== 'EPIPE') throw error
  }
}
