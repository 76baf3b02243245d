export type Command = 'serve' | 'build'

const HELP = `npm run docs             serves the documentation site on this machine, until Ctrl-C
npm run docs -- build    writes it to .build/site`

/** Returns what a command line asks for: a command, or a text to print. */
export function readCommand(
  args: readonly string[],
): { readonly command: Command } | { readonly help: string } | { readonly problem: string } {
  if (args.some((word) => ['help', '--help', '-h'].includes(word))) return { help: HELP }
  const [command = 'serve', ...others] = args
  const isKnown = command === 'serve' || command === 'build'
  if (isKnown && others.length === 0) return { command }
  return { problem: `Unknown argument: ${isKnown ? others[0] : command}. npm run docs -- --help shows the usage.` }
}
