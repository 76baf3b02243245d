import type { Tool } from '../mcp/describe-tools.ts'

/** An operation, and the arguments behind its name; or the operations whose names begin with the arguments. */
export type Found = { readonly tool: Tool; readonly rest: readonly string[] } | { readonly family: readonly Tool[] }

/** Finds the operation of a command line: `webhooks list`, `webhook-deliveries replay <id>`. Nouns may be singular. */
export function findOperation(args: readonly string[], tools: readonly Tool[]): Found {
  const tool = tools.find(({ command }) => command.every((word, index) => isSame(word, args[index])))
  if (tool) return { tool, rest: args.slice(tool.command.length) }
  const words = args.filter((word) => !word.startsWith('-'))
  return { family: tools.filter(({ command }) => isSame(command[0] ?? '', words[0])) }
}

function isSame(word: string, typed: string | undefined): boolean {
  return typed !== undefined && singular(word) === singular(typed)
}

function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/s$/, '')
}
