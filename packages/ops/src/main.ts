import { runCommand } from './run-command.ts'

process.exitCode = await runCommand(process.argv.slice(2))
// Exits after all output is written. A pending call of a check that timed out must not keep the process running.
process.stdout.write('', () => process.exit())
