import { isObject, type JsonObject } from '@replywright/contract/json.ts'
import { calledToolName } from '../../../agents/models/standard-response.ts'
import { parseLiteral, skipSpace } from './literals.ts'
import type { Parser, TextCall } from './text-call.ts'

/** JSON: one call, a list of calls, or several values with `;` or space between. */
export const jsonCalls: Parser = (text, _, names) => {
  const calls: TextCall[] = []
  for (let at = skipSpace(text, 0); at < text.length; ) {
    if (!'{['.includes(text.charAt(at))) return undefined
    const parsed = parseLiteral(text, at)
    const read = parsed && callsOf(parsed.value, names)
    if (!parsed || !read) return undefined
    calls.push(...read)
    at = skipSpace(text, parsed.end)
    if (text.charAt(at) === ';' || text.charAt(at) === ',') at = skipSpace(text, at + 1)
  }
  return calls
}

const NAME_FIELDS = ['name', 'tool_name', 'tool', 'function', 'function_name', 'action', 'recipient_name']
const ARGUMENT_FIELDS = ['arguments', 'parameters', 'args', 'input', 'tool_input', 'action_input', 'params', 'kwargs']
const LIST_FIELDS = ['tool_calls', 'calls', 'tool_uses']

/** Returns the calls that a JSON value has, in any of the usual forms, or undefined if a part of it is none. */
export function callsOf(value: unknown, names: ReadonlySet<string>): TextCall[] | undefined {
  if (Array.isArray(value)) {
    const calls = value.map((each) => (isObject(each) ? callsOf(each, names) : undefined))
    return calls.every((each) => each !== undefined) ? calls.flat() : undefined
  }
  if (!isObject(value)) return undefined
  const list = LIST_FIELDS.map((field) => value[field]).find(Array.isArray)
  if (list) return callsOf(list, names)
  const inner = [value.function, value.function_call, value.tool_call].find(isObject)
  if (inner) return callsOf(inner, names)
  const name = NAME_FIELDS.map((field) => calledToolName(value[field], names)).find((one) => names.has(one))
  if (name !== undefined) return [{ name, args: argumentsOf(value) }]
  // {"track_order": {"order": "A1"}}
  const [[key, only] = [], ...others] = Object.entries(value)
  return key !== undefined && others.length === 0 && names.has(key) && isObject(only)
    ? [{ name: key, args: only }]
    : undefined
}

function argumentsOf(value: JsonObject): JsonObject {
  const given = ARGUMENT_FIELDS.map((field) => value[field]).find((field) => field !== undefined)
  const read = typeof given === 'string' ? parseLiteral(given, 0)?.value : given
  return isObject(read) ? read : {}
}
