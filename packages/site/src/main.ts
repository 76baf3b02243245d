import { readCommand } from './read-command.ts'

const read = readCommand(process.argv.slice(2), process.env.PORT)
if ('help' in read) {
  process.stdout.write(`${read.help}\n`)
} else if ('problem' in read) {
  process.stderr.write(`${read.problem}\n`)
  process.exitCode = 1
} else {
  // Loading the generator takes seconds.
  const { render } = await import('./render.ts')
  await render(read.command, read.port)
}
