import type { Tool } from '../mcp/describe-tools.ts'

/** An operation, and the arguments behind its name; or the operations whose names begin with the arguments. */
export type Found = { readonly tool: Tool; readonly rest: readonly string[] } | { readonly family: readonly Tool[] }

/**
 * Finds the operation of a command line: `webhooks list`, `webhook-deliveries replay <id>`. Nouns may be singular. The words of a path
 * with one operation also name it: `webhooks test <id>` is `webhooks send-test-event <id>`.
 */
export function findOperation(args: readonly string[], tools: readonly Tool[]): Found {
  const begins = (words: readonly string[]) => words.every((word, index) => isSame(word, args[index]))
  const tool = tools.find(({ command }) => begins(command))
  if (tool) return { tool, rest: args.slice(tool.command.length) }
  const named = tools.find((each) => begins(pathCommand(each, tools) ?? each.command))
  if (named) return { tool: named, rest: args.slice(pathCommand(named, tools)?.length) }
  const words = args.filter((word) => !word.startsWith('-'))
  return { family: tools.filter(({ command }) => isSame(command[0] ?? '', words[0])) }
}

/** Returns the words of an operation's path, or undefined if they are its name or another operation has the same. */
export function pathCommand(tool: Tool, tools: readonly Tool[]): readonly string[] | undefined {
  const words = wordsOf(tool)
  const others = tools.filter((each) => each !== tool && wordsOf(each).join() === words.join())
  return others.length > 0 || words.join() === tool.command.join() ? undefined : words
}

/** Returns the words of a path below `/api/v1/`, without its parameters. */
function wordsOf({ path }: Tool): readonly string[] {
  return path
    .split('/')
    .slice(3)
    .filter((part) => part !== '' && !part.startsWith('{'))
}

function isSame(word: string, typed: string | undefined): boolean {
  return typed !== undefined && singular(word) === singular(typed)
}

function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/s$/, '')
}
