import { isObject } from '@replywright/contract/json.ts'
import { calledToolName } from '../../../agents/models/standard-response.ts'
import { behindItem, parseLiteral, parseName, skipSpace } from './literals.ts'
import type { OfferedTool, Parser, TextCall } from './text-call.ts'

/** Python: `f(a=1)`, `[f(a=1), g("x")]`, `print(f(…))`, `x = f(…)`, `f.call(a=1)`, several in lines. */
export const pythonCalls: Parser = (text, tools, names) => {
  const isList = text.startsWith('[') && text.endsWith(']')
  const body = isList ? text.slice(1, -1) : text
  const calls: TextCall[] = []
  for (let at = skipSpace(body, 0); at < body.length; ) {
    const read = pythonCall(body, at, tools, names)
    if (!read) return undefined
    calls.push(read.call)
    at = skipSpace(body, read.end)
    if (',;'.includes(body.charAt(at)) && at < body.length) at = skipSpace(body, at + 1)
  }
  return calls
}

const WRAPPERS = new Set(['print', 'await', 'return'])
const MOST_WRAPPERS = 3

interface ReadCall {
  readonly call: TextCall
  readonly end: number
}

/** Returns the call in the style of Python that begins at `from`, or undefined. `wrappers`: the calls around it. */
export function pythonCall(
  text: string,
  from: number,
  tools: readonly OfferedTool[],
  names: ReadonlySet<string>,
  wrappers = 0,
): ReadCall | undefined {
  const called = parseName(text, from)
  if (!called || wrappers > MOST_WRAPPERS) return undefined
  const at = skipSpace(text, called.end)
  const isAssigned = text.charAt(at) === '=' && text.charAt(at + 1) !== '='
  if (isAssigned) return pythonCall(text, skipSpace(text, at + 1), tools, names, wrappers + 1)
  if (WRAPPERS.has(called.name) && text.charAt(at) !== '(') return pythonCall(text, at, tools, names, wrappers + 1)
  if (text.charAt(at) !== '(') return undefined
  if (WRAPPERS.has(called.name)) {
    const inner = pythonCall(text, skipSpace(text, at + 1), tools, names, wrappers + 1)
    const end = inner && skipSpace(text, inner.end)
    return inner && end !== undefined && text.charAt(end) === ')' ? { call: inner.call, end: end + 1 } : undefined
  }
  const name = [calledToolName(called.name, names), called.name.replace(/\.call$/, '')].find((one) => names.has(one))
  const tool = tools.find((one) => one.name === name)
  return tool && pythonArguments(text, at + 1, tool)
}

function pythonArguments(text: string, from: number, { name, parameters }: OfferedTool): ReadCall | undefined {
  const { properties } = parameters
  const order = isObject(properties) ? Object.keys(properties) : []
  const entries: [string, unknown][] = []
  let position = 0
  let next = skipSpace(text, from)
  while (text.charAt(next) !== ')') {
    const keyword = parseName(text, next)
    const equals = keyword ? skipSpace(text, keyword.end) : next
    const isNamed = keyword !== undefined && (text.charAt(equals) === '=' || text.charAt(equals) === ':')
    const item = parseLiteral(text, isNamed ? equals + 1 : next)
    if (!item) return undefined
    const key = isNamed ? keyword.name : order[position++]
    // f({"a": 1})
    if (!isNamed && isObject(item.value) && position === 1) entries.push(...Object.entries(item.value))
    else if (key === undefined) return undefined
    else entries.push([key, item.value])
    const after = behindItem(text, item.end, ')')
    if (after === undefined) return undefined
    next = after
  }
  return { call: { name, args: Object.fromEntries(entries) }, end: next + 1 }
}
