export type Command = 'serve' | 'build'

const DEFAULT_PORT = 4321
const LARGEST_PORT = 65_535

const HELP = `npm run docs             serves the documentation site on http://127.0.0.1:${DEFAULT_PORT}, until Ctrl-C; PORT=4000 npm run docs uses another port
npm run docs -- build    writes it to .build/site`

/** Returns what a command line asks for: a command with the port of `serve`, or a text to print. */
export function readCommand(
  args: readonly string[],
  port = '',
): { readonly command: Command; readonly port: number } | { readonly help: string } | { readonly problem: string } {
  if (args.some((word) => ['help', '--help', '-h'].includes(word))) return { help: HELP }
  const [command = 'serve', ...others] = args
  const isKnown = command === 'serve' || command === 'build'
  if (isKnown && others.length === 0) {
    const number = port === '' ? DEFAULT_PORT : Number(port)
    return Number.isInteger(number) && number >= 0 && number <= LARGEST_PORT
      ? { command, port: number }
      : { problem: `PORT must be a number from 0 to ${LARGEST_PORT}, such as 4000, not ${port}.` }
  }
  return { problem: `Unknown argument: ${isKnown ? others[0] : command}. npm run docs -- --help shows the usage.` }
}
