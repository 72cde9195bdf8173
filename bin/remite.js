#!/usr/bin/env node
import module from 'node:module'

// Node 22.8 and newer keep what they compiled: a later start is quicker.
module.enableCompileCache?.()
const { main } = await import('../dist/main.js')
await main()
