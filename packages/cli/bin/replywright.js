#!/usr/bin/env node
// Runs the published command line. In a clone of the repository, runs its source on Node 24.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../client/src/cli/main.ts', import.meta.url))
if (existsSync(source)) process.argv.splice(2, 0, '--here', 'node', source)
await import(existsSync(source) ? '../../local/bootstrap.mjs' : '../dist/cli.js')
