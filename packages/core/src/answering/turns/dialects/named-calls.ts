import { isObject } from '@replywright/contract/json.ts'
import { calledToolName } from '../../../agents/models/standard-response.ts'
import { parseLiteral, parseName, skipSpace, valueIn } from './literals.ts'
import type { OfferedTool, Parser, TextCall } from './text-call.ts'

/** Words and marks before, between and behind the name of a tool and its arguments. */
const BETWEEN = [
  'call:',
  'function',
  'json',
  'code',
  'commentary',
  '[ARGS]',
  'Action Input:',
  'Action:',
  'to=',
  '```json',
  '```',
  ':',
]

/** A name and JSON: `track_order {"order": "A1"}` in the forms of DeepSeek, Kimi, Mistral, Harmony and ReAct. */
export const namedCalls: Parser = (text, tools, names) => {
  const calls: TextCall[] = []
  for (let at = skipBetween(text, 0); at < text.length; at = skipBetween(text, at)) {
    const named = parseName(text, at)
    const counted = named && /^:\d{1,4}/.exec(text.slice(named.end, named.end + 5))?.[0].length
    const name = named && calledToolName(named.name, names)
    if (!named || !name || !names.has(name)) return undefined
    const start = skipBetween(text, named.end + (counted ?? 0))
    if (start >= text.length) return [...calls, { name, args: {} }]
    const parsed = text.charAt(start) === '{' ? parseLiteral(text, start) : undefined
    const single = parsed ? undefined : bracketArgument(text, start, tools, name)
    const args = parsed?.value ?? single?.value
    if (!isObject(args)) return undefined
    calls.push({ name, args })
    at = parsed?.end ?? single?.end ?? text.length
  }
  return calls
}

const LONGEST_BRACKET = 500

/** Reads the one argument of ReAct's short form: `track_order[A1]`. */
function bracketArgument(text: string, at: number, tools: readonly OfferedTool[], name: string) {
  const close = text.charAt(at) === '[' ? text.slice(at, at + LONGEST_BRACKET).indexOf(']') : -1
  const { properties } = tools.find((tool) => tool.name === name)?.parameters ?? {}
  const [key] = isObject(properties) ? Object.keys(properties) : []
  if (close === -1 || key === undefined) return undefined
  return { value: { [key]: valueIn(text.slice(at + 1, at + close)) }, end: at + close + 1 }
}

function skipBetween(text: string, from: number): number {
  let at = skipSpace(text, from)
  for (let isSkipped = true; isSkipped; ) {
    isSkipped = false
    // Control tokens of any model: `<|tool_call_argument_begin|>`, `<｜tool▁sep｜>`.
    const token = /^<[|｜][^|｜<>]{0,60}[|｜]>/.exec(text.slice(at, at + 70))?.[0]
    const word =
      token ??
      BETWEEN.find(
        (each) =>
          text.startsWith(each, at) && !/^\w\w/.test(text.charAt(at + each.length - 1) + text.charAt(at + each.length)),
      )
    if (word !== undefined) {
      at = skipSpace(text, at + word.length)
      isSkipped = true
    }
  }
  return at
}
