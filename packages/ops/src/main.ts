import { enableCompileCache } from 'node:module'

// Halves the time that a command takes to begin. Not in the shared temporary directory: what is there, others may have put there.
enableCompileCache(new URL('../../../node_modules/.cache/ops', import.meta.url).pathname)
const { runCommand } = await import('./run-command.ts')
process.exitCode = await runCommand(process.argv.slice(2))
