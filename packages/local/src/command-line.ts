/** What `npm start` is asked for: to run in the foreground, or in the background until it is stopped. */
export type StartCommand = 'run' | 'wait' | 'stop' | 'background'

const COMMANDS: Readonly<Record<string, StartCommand>> = {
  '--wait': 'wait',
  '--stop': 'stop',
  '--background': 'background',
}

/** Returns what a command line asks for: a command, the help, or a text that says what is wrong. */
export function readCommandLine(
  args: readonly string[],
): { readonly command: StartCommand } | { readonly help: true } | { readonly problem: string } {
  if (args.some((word) => ['help', '--help', '-h'].includes(word))) return { help: true }
  const [first, ...others] = args
  if (first === undefined) return { command: 'run' }
  const command = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined
  if (command !== undefined && others.length === 0) return { command }
  const wrong = command === undefined ? first : others.join(' ')
  return { problem: `npm start takes --wait or --stop, but got ${wrong}. See npm start -- --help` }
}
