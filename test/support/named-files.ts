import { parseCLI } from 'vitest/node'

/** The files that the command line names, as Vitest's filters: parts of their paths. */
export const namedFiles: readonly string[] = parseCLI(['vitest', ...process.argv.slice(2)]).filter
