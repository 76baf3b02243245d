import { runCommand } from './run-command.ts'

process.exitCode = await runCommand(process.argv.slice(2))
// Once everything is written: a call that still hangs, of a check whose time was up, must not keep the process.
process.stdout.write('', () => process.exit())
