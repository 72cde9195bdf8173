#!/usr/bin/env node
// CommonJS with few imports: each loaded module costs the help pages about a millisecond.
const { fstatSync, readFileSync, writeSync } = require('node:fs')
const { argv, env } = process

// Node 22.8 and newer cache compiled code, which makes the next start faster.
require('node:module').enableCompileCache?.()
const { answerPrerendered } = require('../dist/help.cjs')
const isTerminal = fstatSync(1).isCharacterDevice()
const context = {
  argv: argv.slice(2),
  env,
  isTerminal: () => isTerminal,
  columns: () => (isTerminal ? process.stdout.columns : undefined),
  read: (name) => readFileSync(`${__dirname}/../dist/${name}`, 'utf8'),
}
// A recorded run must go through the program.
const help = env.REMITE_RESULT_FILE ? undefined : answerPrerendered(context)
if (help === undefined) import('../dist/main.js').then(({ main }) => main())
else if (isTerminal) process.stdout.write(help)
else writeAll(Buffer.from(help))

/** Avoids `process.stdout`, which takes milliseconds to create, unless the reader is slower than we are. */
function writeAll(bytes) {
  let offset = 0
  try {
    while (offset < bytes.length) offset += writeSync(1, bytes, offset)
  } catch (error) {
    if (error.code === 'EAGAIN') process.stdout.write(bytes.subarray(offset))
    // The reader has closed the pipe, as `| head` does.
    else if (error.code !== 'EPIPE') throw error
  }
}
